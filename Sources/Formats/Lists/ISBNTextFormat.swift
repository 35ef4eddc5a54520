import Catalogue

extension ImportFormat {
  /// Text of any kind, such as a letter or a page, of which only the ISBNs are taken.
  public static let isbnText = ImportFormat(
    name: "text", summary: "any text that holds ISBNs",
    detects: ISBNTextReader.detects,
    open: { _, input in ISBNTextReader(input: input) })
}

private struct ISBNTextReader: RowReader {
  /// A table without known columns is no prose, nor is anything that begins with a sign of another
  /// format: what stands around the numbers would be lost without a word.
  static func detects(_ beginning: FileBeginning) -> Bool {
    guard beginning.isText, !looksLikeTable(beginning) else { return false }
    let text = String(decoding: beginning.bytes, as: UTF8.self)
    guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
      !"{[<@%".unicodeScalars.contains(first)
    else { return false }
    return text.split(whereSeparator: \.isNewline).contains {
      !ISBNFinder(isStrict: true).isbns(in: String($0)).isEmpty
    }
  }

  private static func looksLikeTable(_ beginning: FileBeginning) -> Bool {
    guard let header = beginning.header, header.names.count > 1,
      header.names.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 40 })
    else { return false }
    let lines = beginning.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).prefix(3)
    return lines.dropFirst().allSatisfy { line in
      line.count { $0 == header.delimiter } + 1 >= header.names.count
    }
  }

  private var lines: LineReader
  private var waiting: ArraySlice<ISBN> = []
  private(set) var source: [UInt8] = []

  init(input: ByteInput) { lines = LineReader(input) }

  mutating func next() throws -> ImportedRow? {
    while waiting.isEmpty {
      if case .end = try lines.next() { return nil }
      let text = String(validating: lines.bytes, as: UTF8.self) ?? Windows1252.decode(lines.bytes)
      waiting = ISBNFinder(isStrict: true).isbns(in: text)[...]
    }
    guard let isbn = waiting.popFirst() else { return nil }
    source = Array(isbn.description.utf8)
    return .book(
      ImportedBook(
        isbn: isbn, originKey: "isbn:\(isbn)", details: BookDetails(), line: lines.line))
  }
}
