/// What one look at the bytes of a text tells, for the usual characters: Latin, Greek and Cyrillic
/// letters without separate marks, kana, ideographs and common punctuation. For others both answers
/// are no, which means "look closer".
package struct TextScan {
  /// True only if the bytes are valid UTF-8 in normalisation form C.
  package private(set) var isComposed = true
  /// True only if there is no white space but single spaces inside.
  package private(set) var isCollapsed = true

  /// Whether there is the sign with which HTML's references begin, as far as the text was looked at.
  private var hasAmpersand = false

  /// Whether the text is as `TextForm.collapsed` gives it and holds no reference of HTML.
  // mutant reference-in-line:
  //   `isComposed && isCollapsed && !hasAmpersand` -> `isComposed && isCollapsed` (JSONReaderTests)
  var isLine: Bool { isComposed && isCollapsed && !hasAmpersand }

  package init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { TextScan($0) }
  }

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let count = bytes.count
    var index = 0
    var afterSpace = true
    while index < count {
      let byte = bytes[index]
      if byte > 0x20, byte < 0x7F {
        if byte == UInt8(ascii: "&") { hasAmpersand = true }
        afterSpace = false
        index += 1
        continue
      }
      if byte < 0x80 {
        if byte != 0x20 || afterSpace { isCollapsed = false }
        afterSpace = true
        index += 1
        continue
      }
      let length = Self.length(of: bytes, at: index)
      guard length > 0 else {
        isComposed = false
        isCollapsed = false
        return
      }
      afterSpace = false
      index += length
    }
    if afterSpace, count > 0 { isCollapsed = false }
  }

  /// The bytes of a character that is known to stay as it is in normalisation form C and is no
  /// space; 0 for any other.
  private static func length(of bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = bytes[index]
    func follows(_ offset: Int) -> UInt8 {
      guard index + offset < bytes.count, bytes[index + offset] & 0xC0 == 0x80 else { return 0 }
      return bytes[index + offset]
    }
    let second = follows(1)
    guard second != 0 else { return 0 }
    switch byte {
    // Without the soft hyphen, which is no part of a word.
    case 0xC2: return second > 0xA0 && second != 0xAD ? 2 : 0
    case 0xC3...0xCB, 0xCF, 0xD0, 0xD1: return 2
    case 0xCE: return second == 0x87 ? 0 : 2
    case 0xE1:
      // U+1E00 to U+1EFF: Latin letters with marks, as in Vietnamese and in romanised titles.
      return second >= 0xB8 && second <= 0xBB && follows(2) != 0 ? 3 : 0
    case 0xE2:
      // U+2010 to U+2027: dashes, quotes, the ellipsis.
      let third = follows(2)
      return second == 0x80 && third >= 0x90 && third <= 0xA7 ? 3 : 0
    case 0xE3:
      // From U+3041 on, without the voicing marks, which compose.
      let third = follows(2)
      guard second >= 0x81, third != 0 else { return 0 }
      return second == 0x82 && (third == 0x99 || third == 0x9A) ? 0 : 3
    case 0xE4...0xE9: return follows(2) != 0 ? 3 : 0
    case 0xEA: return second >= 0xB0 && follows(2) != 0 ? 3 : 0
    case 0xEB, 0xEC: return follows(2) != 0 ? 3 : 0
    default: return 0
    }
  }
}
