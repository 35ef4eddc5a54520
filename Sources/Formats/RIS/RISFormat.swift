import Catalogue

extension ImportFormat {
  /// RIS, the exchange format of reference managers (`.ris`).
  public static let ris = ImportFormat(
    name: "ris", summary: "RIS of reference managers",
    detects: { RISFileReader.detects($0.bytes) },
    open: { _, input in RISFileReader(input: input) })
}

private struct RISFileReader: RowReader {
  /// The first line with a tag is a `TY`.
  static func detects(_ bytes: ArraySlice<UInt8>) -> Bool {
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).prefix(20) {
      let line = Array(line)
      guard RISScanner.value(line) != nil else { continue }
      return line.starts(with: "TY".utf8)
    }
    return false
  }

  private(set) var source: [UInt8] = []
  private var scanner: RISScanner

  init(input: ByteInput) { scanner = RISScanner(input) }

  mutating func next() throws -> ImportedRow? {
    guard let record = try scanner.next() else { return nil }
    source = record.source
    func text() -> String { String(decoding: record.source.prefix(4000), as: UTF8.self) }
    guard record.hasType else {
      return .failure(
        RowFailure(
          line: record.line, column: "TY", reason: "the record does not begin with TY", text: text()
        ))
    }
    // mutant ris-without-end: `guard record.hasEnd else` -> `guard record.hasEnd || true else` (StoppedReadingTests)
    guard record.hasEnd else {
      return .failure(
        RowFailure(
          line: record.line, column: "ER",
          reason: "the file ends before the record does: add its ER, or get the whole file",
          text: text()))
    }
    guard record.source.count < RISScanner.longestRecord else {
      return .failure(
        RowFailure(
          line: record.line, column: nil,
          reason: "the record is longer than 2 MB; is its ER missing?", text: text()))
    }
    return RISBook.row(record, text: text)
  }
}
