import Catalogue

/// Reads the books of a JSON file, whose members a layout names.
struct JSONRowReader: RowReader {
  private let layout: JSONLayout
  private var records: JSONRecords
  private var text = RowText(names: [])
  let frame: FileFrame

  init(
    _ layout: JSONLayout, isList: Bool, hasMembers: Bool, path: [[UInt8]], input: ByteInput
  ) {
    self.layout = layout
    records = JSONRecords(input, hasMembers: hasMembers, path: path)
    var brackets = hasMembers ? ("{\n", "\n}\n") : ("[\n", "\n]\n")
    for key in path.reversed() {
      brackets = (
        "{" + String(decoding: key, as: UTF8.self) + ": " + brackets.0, brackets.1 + "}\n"
      )
    }
    frame =
      isList || hasMembers
      ? FileFrame(
        beginning: Array(brackets.0.utf8), separator: Array(",\n".utf8), end: Array(brackets.1.utf8)
      )
      : FileFrame()
  }

  var source: [UInt8] { records.source }

  mutating func next() throws -> ImportedRow? {
    let event = try records.next()
    text.begin(line: records.line)
    switch event {
    case .end: return nil
    case .failure(let reason): return .failure(failure(reason))
    case .record: return row()
    }
  }

  private mutating func row() -> ImportedRow {
    let bytes = ForeignJSON.mended(records.source, in: records.value)
    let members: [String: JSONValue]
    switch JSONRow.members(
      of: bytes ?? records.source, in: bytes.map { 0..<$0.count } ?? records.value)
    {
    case .failure(let error): return .failure(failure("the record is \(error.reason)"))
    case .success(let object): members = object
    }
    text.names = members.keys.sorted()
    if bytes != nil {
      text.warnings.append(
        ImportWarning(
          line: records.line, column: nil,
          reason: "some text is not UTF-8 and was read as Windows-1252"))
    }
    var row = TableRow()
    if let reason = layout.take(JSONRow(members: members), &row, &text) {
      return .failure(failure(reason))
    }
    row.finish(raw: text.raw)
    if row.details.title == nil, row.isbns.isEmpty, row.details.identifiers == nil {
      return .failure(failure("the record has neither a title nor an ISBN"))
    }
    return .book(
      ImportedBook(
        isbn: row.isbns.isbn, originKey: row.originKey ?? Self.key(members),
        details: row.details, addedAt: row.addedAt, line: records.line, warnings: text.warnings))
  }

  /// A key of the record's own members, in whatever order and however spaced.
  static func key(_ members: [String: JSONValue]) -> String {
    var hash = RowHash()
    for (key, value) in members.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      Array(key.utf8).withUnsafeBufferPointer { hash.take($0) }
      Array(TextForm.composed(value.json).utf8).withUnsafeBufferPointer { hash.take($0) }
    }
    return hash.originKey
  }

  private func failure(_ reason: String) -> RowFailure {
    RowFailure(
      line: records.line, column: nil, reason: reason,
      text: String(decoding: records.source.prefix(4000), as: UTF8.self))
  }
}
