import Catalogue

extension ImportFormat {
  /// BibTeX, with the fields of BibLaTeX (`.bib`).
  public static let bibtex = ImportFormat(
    name: "bibtex", summary: "BibTeX",
    detects: { BibTeXFileReader.detects($0.bytes) },
    open: { _, input in BibTeXFileReader(input: input) })
}

private struct BibTeXFileReader: RowReader {
  /// An `@word{` with a field behind it, before which only comment stands.
  static func detects(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let start = rest.firstIndex(where: { $0 > 0x20 }) {
      let line = rest[start...].prefix { $0 != 0x0A && $0 != 0x0D }
      guard line.first == UInt8(ascii: "@") else {
        rest = rest[line.endIndex...]
        continue
      }
      let word = line.dropFirst().prefix { 0x61...0x7A ~= $0 | 0x20 }
      let behind = rest[word.endIndex...].drop { $0 <= 0x20 }
      guard !word.isEmpty,
        behind.first == UInt8(ascii: "{") || behind.first == UInt8(ascii: "(")
      else { return false }
      return behind.contains(UInt8(ascii: "="))
        || ["comment", "preamble"].contains(String(decoding: word, as: UTF8.self).lowercased())
    }
    return false
  }

  private(set) var source: [UInt8] = []
  private var scanner: BibTeXScanner
  private var macros = BibTeXMacros()

  init(input: ByteInput) { scanner = BibTeXScanner(input) }

  mutating func next() throws -> ImportedRow? {
    while let step = try scanner.next() {
      let bytes: [UInt8]
      switch step {
      case .unfinished(let unfinished):
        source = unfinished
        return failure(
          scanner.line, "the entry is not closed: a brace or a quote is missing", unfinished)
      case .entry(let entry): bytes = entry
      }
      source = bytes
      do throws(BibTeXEntry.Failure) {
        let entry = try BibTeXEntry(bytes, macros: &macros)
        if ["comment", "preamble", "string"].contains(entry.type) { continue }
        return BibTeXBook.row(entry, line: scanner.line) {
          String(decoding: bytes.prefix(4000), as: UTF8.self)
        }
      } catch {
        let line = scanner.line + bytes.prefix(error.offset).count { $0 == 0x0A }
        return failure(line, error.reason, bytes)
      }
    }
    return nil
  }

  private func failure(_ line: Int, _ reason: String, _ bytes: [UInt8]) -> ImportedRow {
    .failure(
      RowFailure(
        line: line, column: nil, reason: reason,
        text: String(decoding: bytes.prefix(4000), as: UTF8.self)))
  }
}
