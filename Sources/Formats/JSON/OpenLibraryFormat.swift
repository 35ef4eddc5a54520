import Catalogue

extension ImportFormat {
  /// Editions and works as Open Library's dumps have them, five columns a line of which the last is
  /// JSON, or the JSON alone (https://openlibrary.org/developers/dumps).
  public static let openLibrary = ImportFormat(
    name: "openlibrary", summary: "lines of an Open Library dump, or its JSON records",
    detects: { beginning in
      if OpenLibraryDump.detects(beginning.bytes) { return true }
      guard let json = beginning.json, !json.isMember else { return false }
      return OpenLibraryEdition.kind(of: json.members) != nil
    },
    open: { beginning, input in
      guard let json = beginning.json else { return OpenLibraryDump(input: input) }
      return JSONRowReader(
        layout, isList: json.isList, hasMembers: false, path: json.path, input: input)
    })

  private static let layout = JSONLayout(
    name: "openlibrary", detects: { _ in false }, take: OpenLibraryEdition.take)
}

/// Reads the lines of a dump.
private struct OpenLibraryDump: RowReader {
  private var lines: LineReader

  init(input: ByteInput) { lines = LineReader(input) }

  static func detects(_ bytes: ArraySlice<UInt8>) -> Bool {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    return line.starts(with: "/type/".utf8) && line.count { $0 == 0x09 } >= 4
  }

  var source: [UInt8] { lines.bytes }

  mutating func next() throws -> ImportedRow? {
    while true {
      switch try lines.next() {
      case .end: return nil
      case .tooLong: return .failure(failure("the line is longer than 16 MB"))
      case .line:
        if lines.bytes.allSatisfy({ $0 <= 0x20 }) { continue }
        return row()
      }
    }
  }

  private func row() -> ImportedRow {
    let bytes = lines.bytes
    var tabs = 0
    var index = bytes.startIndex
    while index < bytes.endIndex, tabs < 4 {
      if bytes[index] == 0x09 { tabs += 1 }
      index += 1
    }
    guard tabs == 4 else {
      return .failure(failure("the line has \(tabs + 1) of 5 columns; it was cut off"))
    }
    let members: [String: JSONValue]
    switch JSONRow.members(of: bytes, in: index..<bytes.count) {
    case .failure(let error):
      return .failure(failure("the last column is \(error.reason)"))
    case .success(let object): members = object
    }
    var row = TableRow()
    var text = RowText(names: members.keys.sorted())
    text.begin(line: lines.line)
    if let reason = OpenLibraryEdition.take(JSONRow(members: members), &row, &text) {
      return .failure(failure(reason))
    }
    row.finish(raw: text.raw)
    return .book(
      ImportedBook(
        isbn: row.isbns.isbn, originKey: row.originKey ?? JSONRowReader.key(members),
        details: row.details, line: lines.line, warnings: text.warnings))
  }

  private func failure(_ reason: String) -> RowFailure {
    RowFailure(
      line: lines.line, column: nil, reason: reason,
      text: String(decoding: lines.bytes.prefix(4000), as: UTF8.self))
  }
}
