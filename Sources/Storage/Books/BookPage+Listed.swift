public import Catalogue

extension BookPage {
  /// Calls `body` for each book, in order, with all that is shown of it: a stream, of which no book is
  /// kept.
  /// - Parameters:
  ///   - connection: a connection in a transaction.
  ///   - body: takes the book.
  /// - Throws: `BookReferenceError` when there is no book `after`; what `body` throws.
  public func forEachListed(
    on connection: Connection, _ body: (ListedBook) throws -> Void
  ) throws {
    try forEach(select: ListedBook.columns, on: connection) { row in
      try body(ListedBook(row))
    }
  }
}

extension ListedBook {
  /// The columns in the order in which `init` reads them.
  static let columns =
    BookField.all.map(\.value).joined(separator: ", ") + """
      , b.contributors, CASE WHEN b.typed ->> '$.title' IS NOT NULL THEN b.typed ->> '$.sort_title'
        WHEN b.fetched ->> '$.title' IS NOT NULL THEN b.fetched ->> '$.sort_title'
        ELSE b.imported ->> '$.sort_title' END
      """

  init(_ row: Statement) {
    var details = BookDetails()
    let layout = Self.layout
    for column in layout.sayable {
      switch column.storage {
      case .text: details.set(column.field, to: row.optionalText(column.position))
      case .number where column.field.kind == .rating:
        details.set(column.field, to: row.optionalDouble(column.position))
      case .number: details.set(column.field, to: row.optionalInt(column.position))
      case .list: details.set(column.field, to: Self.list(row, column.position))
      case .object:
        if let members = Self.json(row, column.position) {
          details.take(members, for: column.field.name)
        }
      }
    }
    if let people = Self.json(row, layout.end) { details.take(people, for: "contributors") }
    details.sortTitle = row.optionalText(layout.end + 1)
    // What a hand edit left there of another type is not shown.
    details.raw = nil
    self.init(
      number: row.int64(layout.number), id: row.text(layout.id), account: row.text(layout.account),
      isbn: row.withUTF8(layout.isbn) { ISBN(plainDigits: $0) }, details: details,
      year: row.optionalInt(layout.year), addedAt: row.text(layout.addedAt),
      editedAt: row.optionalText(layout.editedAt), fetchedAt: row.optionalText(layout.fetchedAt),
      source: row.optionalText(layout.source), sourceKey: row.optionalText(layout.sourceKey),
      sync: row.text(layout.sync))
  }

  /// Where the fields are among the columns.
  private struct Layout {
    let sayable: [(position: Int, field: BookField, storage: BookField.Storage)]
    let end = BookField.all.count
    let number = position(of: .number)
    let id = position(of: .id)
    let account = position(of: .account)
    let isbn = position(of: .isbn)
    let year = position(of: .year)
    let addedAt = position(of: .addedAt)
    let editedAt = position(of: .editedAt)
    let fetchedAt = position(of: .fetchedAt)
    let source = position(of: .source)
    let sourceKey = position(of: .sourceKey)
    let sync = position(of: .sync)

    init() {
      sayable = BookField.all.enumerated().filter { $1.isSayable }
        .map { (position: $0, field: $1, storage: $1.storage) }
    }

    private static func position(of field: BookField) -> Int {
      BookField.all.firstIndex(of: field) ?? 0
    }
  }

  private static let layout = Layout()

  private static func list(_ row: Statement, _ column: Int) -> [String]? {
    row.withUTF8(column) { bytes in
      if let text = singleText(bytes) { return [text] }
      return bytes.isEmpty ? nil : ShownColumns.list(row, column)
    }
  }

  /// The text of an array of one plain string, as most lists are.
  private static func singleText(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let count = bytes.count
    guard count > 4, bytes[0] == UInt8(ascii: "["), bytes[1] == UInt8(ascii: "\""),
      bytes[count - 2] == UInt8(ascii: "\""), bytes[count - 1] == UInt8(ascii: "]")
    else { return nil }
    let text = UnsafeBufferPointer(rebasing: bytes[2..<count - 2])
    for byte in text where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private static func json(_ row: Statement, _ column: Int) -> JSONValue? {
    row.withUTF8(column) { bytes in
      bytes.isEmpty ? nil : try? JSONValue(json: bytes.span)
    }
  }
}
