import Catalogue
import Storage

/// `stats`
enum StatsCommand {
  private static let limit = Option<Int>(
    "limit", letter: "l", "N", least: 1, "how many languages, publishers and shelves to tell (10)")

  static let command = Command(
    "stats", "counts books by year, language, publisher, shelf and month",
    examples: [
      Command.Example("libraryctl stats", "with bars in a terminal"),
      Command.Example("libraryctl stats --json", "numbers for a program"),
    ],
    options: [limit],
    answers: [.one(.stats)]
  ) { invocation, console in
    let most = invocation.value(of: limit) ?? 10
    guard let library = try Library.reading(invocation, console) else {
      if console.isJSON { try console.write(json: .object([("books", .integer(0))] + empty)) }
      return .done
    }
    let statistics = try library.read { connection, account in
      try LibraryStatistics(of: account.id, limit: most, on: connection)
    }
    if console.isJSON {
      try console.write(json: .object(record(statistics)))
    } else if case .table(let columns) = console.form {
      try console.output.write(StatisticsBars(statistics, columns: columns).text)
    } else {
      for group in statistics.groups {
        let name = group.dimension.rawValue
        for count in group.counts {
          try console.output.write(
            "\(name)\t\(TerminalText.singleLine(count.value ?? ""))\t\(count.books)\n")
        }
        if group.others > 0 { try console.output.write("\(name)\t…\t\(group.others)\n") }
      }
    }
    return .done
  }

  private static var empty: Record {
    LibraryStatistics.Dimension.allCases.map {
      ($0.rawValue, .object([("counts", .list([])), ("others", .integer(0))]))
    }
  }

  private static func record(_ statistics: LibraryStatistics) -> Record {
    [("books", .integer(statistics.books))]
      + statistics.groups.map { group in
        let counts = group.counts.map { count in
          let value: OutputValue =
            group.dimension == .year
            ? count.value.flatMap { Int64($0) }.map { .integer($0) } ?? .null : .text(count.value)
          return OutputValue.object([("value", value), ("books", .integer(count.books))])
        }
        return (
          group.dimension.rawValue,
          .object([("counts", .list(counts)), ("others", .integer(group.others))])
        )
      }
  }
}
