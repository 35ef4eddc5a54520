import Catalogue

extension ExportFormat {
  /// A JSON array of books under the tool's names.
  public static let json = ExportFormat(
    name: "json", summary: "a JSON array",
    open: { _ in JSONBookWriter(isLines: false) })

  /// A JSON object a line.
  public static let jsonLines = ExportFormat(
    name: "jsonl", summary: "JSON Lines, a book a line",
    open: { _ in JSONBookWriter(isLines: true) })
}

private struct JSONBookWriter: BookWriter {
  let isLines: Bool
  private let members = BookField.all.map(JSONMember.init)
  private var isFirst = true
  private var json = JSONWriter()

  init(isLines: Bool) { self.isLines = isLines }

  func begin(_ output: inout [UInt8]) {
    if !isLines { output.write("[") }
  }

  func end(_ output: inout [UInt8]) {
    if !isLines { output.write(isFirst ? "]\n" : "\n]\n") }
  }

  mutating func write(_ book: ListedBook, to output: inout [UInt8]) {
    if !isLines { output.write(isFirst ? "\n" : ",\n") }
    isFirst = false
    json.removeAll()
    json.write(book, members)
    output += json.bytes
    if isLines { output.append(0x0A) }
  }
}

/// A member of the object of a book.
private struct JSONMember {
  enum Value {
    case said(BookField)
    case number(@Sendable (ListedBook) -> Int64?)
    case text(@Sendable (ListedBook) -> String?)
  }

  let name: StaticString
  let value: Value

  init(_ field: BookField) {
    name = field.plainName
    value =
      switch field {
      case .number: .number { $0.number }
      case .year: .number { $0.year.map(Int64.init) }
      case _ where field.isSayable: .said(field)
      default: .text(ListedBook.text(of: field))
      }
  }
}

extension JSONWriter {
  /// Writes a book as `list --json` does, with the people's roles and sort forms behind it.
  fileprivate mutating func write(_ book: ListedBook, _ members: [JSONMember]) {
    beginObject()
    for member in members {
      key(plain: member.name)
      switch member.value {
      case .said(let field): if !book.details.write(field, to: &self) { null() }
      case .number(let read): if let number = read(book) { integer(number) } else { null() }
      case .text(let read): if let text = read(book) { string(text) } else { null() }
      }
    }
    key(plain: "contributors")
    if book.details.contributors != nil { contributors(book.people) } else { null() }
    key(plain: "sort_title")
    if let text = book.details.sortTitle { string(text) } else { null() }
    endObject()
  }
}

extension [Contributor] {
  /// The people with their roles and sort forms, as the tool stores them.
  var json: JSONValue {
    .array(map(\.json))
  }
}
