import Catalogue
import Storage

/// `list [QUERY…]`
enum ListCommand {
  private static let sort = Option<[BookSort]>(
    "sort", letter: "s", "KEY,…", choices: BookSort.Key.allCases.map(\.rawValue),
    "number, title, author, year or added; -KEY is the other way round"
  ) { text throws(InvalidValue) in
    guard let sort = BookSort.list(text) else {
      let keys = BookSort.Key.allCases.map(\.rawValue)
      throw InvalidValue(
        reason: "is no key to sort by",
        hint: Suggestion.sentence(for: text, among: keys)
          ?? "the keys are \(keys.joined(separator: ", "))")
    }
    return sort
  }
  private static let limit = Option<Int>("limit", letter: "l", "N", least: 0, "at most N books")
  private static let after = Option("after", "BOOK", "go on after this book")
  private static let fields = Option<[BookField]>(
    "fields", letter: "f", "F,…", "the fields to show: number,title,… or all"
  ) { text throws(InvalidValue) in
    if text == "all" { return BookField.all }
    var columns: [BookField] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      do throws(InvalidValue) {
        columns.append(try BookField.named(String(name)))
      } catch {
        throw InvalidValue(
          reason: "has a name that is no field: \"\(name)\"", hint: error.hint)
      }
    }
    return columns
  }
  private static let ids = Flag("ids", "only the numbers, for `edit --ids -`")
  private static let trash = Flag("trash", "the removed books instead")

  static let command = Command(
    "list", "shows the books, all or those that a query finds",
    about: """
      A table in a terminal; in a pipe a line a book with tabs between the values, in which a tab, \
      a newline and a backslash are written \\t, \\n and \\\\. The fields are \
      \(BookField.all.map(\.name).joined(separator: ", ")). \(QueryHelp.text)
      """,
    examples: [
      Command.Example("libraryctl list --sort -year --limit 20", "the newest twenty"),
      Command.Example("libraryctl list tolkien --fields number,title,series", "some fields"),
      Command.Example("libraryctl list 'year:1990..1999 -shelf=read'", "a query"),
      Command.Example("libraryctl list --json", "everything, for a program"),
    ],
    operands: [Operand("QUERY", .query, .any)],
    options: [sort, limit, after, fields, ids, trash],
    answers: [.list(.book), .list(.bookFields, with: fields), .list(.number, with: ids)]
  ) { invocation, console in
    let columns =
      invocation.has(ids)
      ? [.number]
      : invocation.value(of: fields)
        ?? (console.isJSON ? BookField.all : BookField.listed)
    var listing = Listing(console, columns: columns.map(\.listingColumn))
    if let library = try Library.reading(invocation, console) {
      try library.read { connection, account in
        let page = try page(invocation, account, connection)
        try write(page, columns, invocation, connection, console, to: &listing)
      }
    }
    try listing.finish()
    if listing.isEmpty, console.isTable, !invocation.has(ids) { console.note("no books") }
    return .done
  }

  private static func page(
    _ invocation: Invocation, _ account: Account, _ connection: Connection
  ) throws -> BookPage {
    var page = BookPage(account: account.id, inTrash: invocation.has(trash))
    if let keys = invocation.value(of: sort), let first = keys.first {
      page.sort = first
      page.thenBy = Array(keys.dropFirst())
    }
    page.limit = invocation.value(of: limit)
    if let text = invocation.value(of: after) {
      page.after = try BookAnswer.numbers([text], in: account, on: connection).first
    }
    if !invocation.operands.isEmpty { page.query = try BookQuery(invocation.operands) }
    return page
  }

  private static func write(
    _ page: BookPage, _ columns: [BookField], _ invocation: Invocation, _ connection: Connection,
    _ console: Console, to listing: inout Listing
  ) throws {
    if invocation.has(ids) {
      let numbers = try page.numbers(on: connection)
      guard console.isJSON else { return try BookAnswer.writeNumbers(numbers, console) }
      for number in numbers { try listing.append(json: .integer(number.rawValue)) }
    } else {
      try listing.append(page, columns, on: connection)
    }
  }
}
