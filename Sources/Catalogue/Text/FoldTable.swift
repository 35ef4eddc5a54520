/// Folds text of Latin, Greek and Cyrillic letters byte by byte, from a table.
///
/// The table is made once, with the full rules, and only when the first letter beyond ASCII comes.
enum FoldTable {
  /// The key of a text; nil when it holds characters that the table does not.
  static func fold(_ text: String) -> String? {
    text.utf8.withContiguousStorageIfAvailable(fold)
      ?? Array(text.utf8).withUnsafeBufferPointer(fold)
  }

  private static func fold(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    var isKnown = true
    // No entry is longer than twice what it stands for.
    let folded = String(unsafeUninitializedCapacity: text.count * 2) { buffer in
      var length = 0
      var space = false
      var index = 0
      while index < text.count {
        let byte = text[index]
        if byte <= 0x20 || byte == 0x7F {
          space = true
          index += 1
          continue
        }
        if byte < 0x80 {
          if space, length > 0 {
            buffer[length] = 0x20
            length += 1
          }
          space = false
          buffer[length] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
          length += 1
          index += 1
          continue
        }
        guard let entry = entry(text, at: &index) else {
          isKnown = false
          return 0
        }
        if entry == Self.space {
          space = true
          continue
        }
        var rest = entry
        if rest == 0 { continue }
        if space, length > 0 {
          buffer[length] = 0x20
          length += 1
        }
        space = false
        while rest != 0 {
          buffer[length] = UInt8(truncatingIfNeeded: rest)
          length += 1
          rest >>= 8
        }
      }
      return length
    }
    return isKnown ? folded : nil
  }

  /// Up to four bytes, the first in the lowest place; 0 for what is dropped.
  private static func entry(_ text: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt32? {
    let byte = text[index]
    if byte >= 0xC2, byte <= 0xD1, index + 1 < text.count {
      let value = Int(byte & 0x1F) << 6 | Int(text[index + 1] & 0x3F)
      index += 2
      let entry = table[value - first]
      return entry == unknown ? nil : entry
    }
    if byte == 0xE1, index + 2 < text.count, text[index + 1] >= 0xB8, text[index + 1] <= 0xBB {
      let value = Int(text[index + 1] & 0x03) << 6 | Int(text[index + 2] & 0x3F)
      index += 3
      let entry = additional[value]
      return entry == unknown ? nil : entry
    }
    guard byte == 0xE2, index + 2 < text.count, text[index + 1] == 0x80 else { return nil }
    let third = text[index + 2]
    index += 3
    switch third {
    case 0x90...0x95: return UInt32(UInt8(ascii: "-"))
    case 0x98...0x9B: return UInt32(UInt8(ascii: "'"))
    case 0x9C...0x9F: return UInt32(UInt8(ascii: "\""))
    default: return nil
    }
  }

  private static let first = 0x80
  private static let unknown: UInt32 = .max
  private static let space: UInt32 = 0x20

  private static let table: [UInt32] = (first..<0x480).map(entry(of:))

  /// The letters of Vietnamese and of romanised titles, U+1E00 to U+1EFF.
  private static let additional: [UInt32] = (0x1E00..<0x1F00).map(entry(of:))

  private static func entry(of value: Int) -> UInt32 {
    guard let scalar = Unicode.Scalar(UInt32(value)) else { return unknown }
    if scalar.properties.isWhitespace { return space }
    let bytes = Array(FoldedText.folded(String(Character(scalar)), separating: false).utf8)
    guard bytes.count <= 4 else { return unknown }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
