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
    for (position, field) in Self.sayable {
      switch field.storage {
      case .text: details.set(field, to: row.optionalText(position))
      case .number where field.kind == .rating:
        details.set(field, to: row.optionalDouble(position))
      case .number: details.set(field, to: row.optionalInt(position))
      case .list: details.set(field, to: Self.list(row, position))
      case .object:
        if let members = Self.json(row, position) { details.take(members, for: field.name) }
      }
    }
    let end = BookField.all.count
    if let people = Self.json(row, end) { details.take(people, for: "contributors") }
    details.sortTitle = row.optionalText(end + 1)
    // What a hand edit left there of another type is not shown.
    details.raw = nil
    func text(_ field: BookField) -> String? { row.optionalText(Self.position(of: field)) }
    self.init(
      number: row.int64(Self.position(of: .number)), id: text(.id) ?? "",
      account: text(.account) ?? "",
      isbn: row.withUTF8(Self.position(of: .isbn)) { ISBN(plainDigits: $0) }, details: details,
      year: row.optionalInt(Self.position(of: .year)), addedAt: text(.addedAt) ?? "",
      editedAt: text(.editedAt), fetchedAt: text(.fetchedAt), source: text(.source),
      sourceKey: text(.sourceKey), sync: text(.sync) ?? "")
  }

  /// The fields that an origin says, with their places among the columns.
  private static let sayable = BookField.all.enumerated().filter { $1.isSayable }
    .map { (position: $0, field: $1) }

  private static let positions = Dictionary(
    uniqueKeysWithValues: BookField.all.enumerated().map { ($1, $0) })

  private static func position(of field: BookField) -> Int { positions[field] ?? 0 }

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
