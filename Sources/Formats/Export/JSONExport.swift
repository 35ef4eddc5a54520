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
    json.write(book)
    output += json.bytes
    if isLines { output.append(0x0A) }
  }
}

extension JSONWriter {
  /// Writes a book as `list --json` does, with the people's roles and sort forms behind it.
  fileprivate mutating func write(_ book: ListedBook) {
    beginObject()
    for field in BookField.all {
      key(field.name)
      write(field, of: book)
    }
    key(plain: "contributors")
    if book.details.contributors != nil { contributors(book.people) } else { null() }
    key(plain: "sort_title")
    if let text = book.details.sortTitle { string(text) } else { null() }
    endObject()
  }

  private mutating func write(_ field: BookField, of book: ListedBook) {
    if field.isSayable {
      if !book.details.write(field, to: &self) { null() }
    } else if field.kind == .count {
      if let number = book.number(of: field) { integer(number) } else { null() }
    } else if let text = book.text(of: field) {
      string(text)
    } else {
      null()
    }
  }
}

extension [Contributor] {
  /// The people with their roles and sort forms, as the tool stores them.
  var json: JSONValue {
    .array(map(\.json))
  }
}
