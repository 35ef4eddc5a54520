import Catalogue

extension ImportFormat {
  /// Records of MARC 21 in ISO 2709, as libraries exchange them (`.mrc`).
  public static let marc = ImportFormat(
    name: "marc", summary: "MARC 21 in ISO 2709",
    detects: { MARCReader.detects($0.bytes) },
    open: { beginning, input in
      guard MARCReader.detects(beginning.bytes) else {
        throw ImportError.notOfFormat(name: "marc", "it does not begin with the leader of a record")
      }
      return MARCReader(input: input)
    })
}

private struct MARCReader: RowReader {
  /// A leader: five digits of length, a status letter, then counts that are the same everywhere.
  static func detects(_ bytes: ArraySlice<UInt8>) -> Bool {
    let leader = Array(
      bytes.drop { $0 <= 0x20 }.prefix(MARCRecord.leaderLength))
    guard leader.count == MARCRecord.leaderLength else { return false }
    let isLength = leader[..<5].allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    let isBase = leader[12..<17].allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    let isText = leader[5..<10].allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    guard isLength || isBase, isText else { return false }
    return leader[10..<12].elementsEqual("22".utf8)
      || bytes.prefix(1 << 12).contains(MARCRecord.fieldTerminator)
  }

  private(set) var source: [UInt8] = []
  var frame: FileFrame { FileFrame(separator: [], end: []) }
  private var records: ISO2709Reader

  init(input: ByteInput) { records = ISO2709Reader(input) }

  mutating func next() throws -> ImportedRow? {
    switch try records.next() {
    case nil: return nil
    case .failure(let reason, let bytes):
      source = bytes
      return .failure(
        RowFailure(
          line: records.count, column: nil, reason: reason,
          text: String(decoding: bytes, as: UTF8.self)))
    case .record(let record, let warnings):
      source = record.bytes
      return MARCBook.row(record, line: records.count, warnings: warnings) {
        String(decoding: record.bytes, as: UTF8.self)
      }
    }
  }
}
