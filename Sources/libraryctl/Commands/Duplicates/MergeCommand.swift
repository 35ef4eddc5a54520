import Catalogue
import Storage

/// `merge BOOK BOOK`
enum MergeCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "show what would be, change nothing")

  static let command = Command(
    "merge", "makes one of two books",
    about: """
      The first stays, takes over what it lacks and joins tags, days of reading and identifiers; \
      the second goes to the trash. Nothing that is shown of the first is replaced. `undo` makes \
      two of them again.
      """,
    examples: [
      Command.Example("libraryctl merge 12 40", "takes book 40 into book 12"),
      Command.Example("libraryctl merge 12 40 --dry-run", "says what book 12 would gain"),
    ],
    operands: [Operand("BOOK", .book, .one), Operand("BOOK", .book, .one)],
    options: [dryRun],
    answers: [.one(.merge)]
  ) { invocation, console in
    let isDry = invocation.has(dryRun)
    let library = try Library.changing(invocation, console)
    return try library.write(dryRun: isDry) { connection, account in
      let numbers = try BookAnswer.numbers(invocation.operands, in: account, on: connection)
      guard numbers.count == 2 else {
        throw invocation.usage("both name the same book", hint: "name two books")
      }
      let outcome = try BookMerge.run(
        keeping: numbers[0], removing: numbers[1], in: account.id, at: SystemClock.now,
        on: connection)
      let gained = outcome.gained.map(\.name)
      if console.isJSON {
        try console.write(
          json: .object([
            ("kept", .integer(outcome.kept.rawValue)),
            ("removed", .integer(outcome.removed.rawValue)), ("gained", .texts(gained)),
          ]))
      } else {
        if console.isPipe { try BookAnswer.writeNumbers([outcome.kept], console) }
        console.note(
          "\(isDry ? "would merge" : "merged") book \(outcome.removed) into \(outcome.kept)"
            + (gained.isEmpty ? "" : ", which gains \(gained.joined(separator: ", "))"))
      }
      return .done
    }
  }
}
