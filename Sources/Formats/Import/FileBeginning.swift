/// The first bytes of a file, by which its format is known.
///
/// What it tells is found once; the formats ask for it one after the other.
final class FileBeginning {
  static let length = 1 << 16

  /// UTF-8, or bytes of another character set.
  let bytes: ArraySlice<UInt8>

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The first line that is not blank, cut after 200 bytes.
  var firstLine: String {
    let line = bytes.drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
      .prefix { $0 != 0x0A && $0 != 0x0D }
    let text = String(decoding: line.prefix(200), as: UTF8.self)
    return line.count > 200 ? text + "…" : text
  }

  var isBlank: Bool { bytes.allSatisfy { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 } }

  /// Whether there are no control characters but those of text.
  var isText: Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 >= 0x09 && $0 <= 0x0D }
  }

  /// The header, if the file holds separated values.
  private(set) lazy var header = CSVHeader(beginning: bytes)

  /// The first record, if the file begins like JSON.
  private(set) lazy var json = JSONBeginning(bytes)
}
