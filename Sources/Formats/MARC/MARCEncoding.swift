import Catalogue

/// The character set of a record's text. The leader says which, and is often wrong; so the bytes
/// decide.
enum MARCEncoding: String {
  case utf8 = "UTF-8"
  case marc8 = "MARC-8"
  case windows1252 = "Windows-1252"

  /// How the bytes of a record or of one of its fields are to be read.
  /// - Parameters:
  ///   - bytes: the text, with its delimiters.
  ///   - isSaidToBeUTF8: what the leader says.
  /// - Returns: nil for plain ASCII, which reads the same in each.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, isSaidToBeUTF8: Bool) {
    var isMixed = false
    self.init(bytes, isSaidToBeUTF8: isSaidToBeUTF8, isMixed: &isMixed)
  }

  /// Decides for a whole record.
  /// - Parameter isMixed: set when there is text in UTF-8 and in another set, so that each field must
  ///   be looked at by itself.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, isSaidToBeUTF8: Bool, isMixed: inout Bool) {
    guard Self.isBeyondASCII(bytes) else { return nil }
    var evidence = Evidence()
    evidence.take(bytes)
    isMixed = evidence.goodSequences > 0 && evidence.badSequences > 0 && !evidence.hasEscapes
    if !evidence.hasHighBytes {
      guard evidence.hasEscapes, !isSaidToBeUTF8 else { return nil }
      self = .marc8
    // mutant marc-charset-by-content:
    //   `evidence.badSequences == 0⏎      || evidence.goodSequences > evidence.badSequences && isSaidToBeUTF8`
    //   -> `isSaidToBeUTF8` (MARCTests)
    } else if evidence.badSequences == 0
      || evidence.goodSequences > evidence.badSequences && isSaidToBeUTF8
    {
      // Text in other sets almost never looks like UTF-8 of several bytes by chance.
      self = .utf8
    } else if evidence.hasEscapes {
      self = .marc8
    } else {
      self = evidence.forMARC8 >= evidence.againstMARC8 ? .marc8 : .windows1252
    }
  }

  /// Whether there is anything but printable ASCII and delimiters.
  private static func isBeyondASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes where byte >= 0x80 || byte == 0x1B { return true }
    return false
  }

  /// What the high bytes look like.
  private struct Evidence {
    var hasHighBytes = false
    var hasEscapes = false
    /// Well-formed characters of several bytes in UTF-8, and bytes that are part of none.
    var goodSequences = 0
    var badSequences = 0
    var forMARC8 = 0
    var againstMARC8 = 0

    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte < 0x80 {
          if byte == 0x1B { hasEscapes = true }
          index += 1
          continue
        }
        hasHighBytes = true
        let length = Self.sequence(bytes, at: index)
        if length > 1 { goodSequences += 1 } else { badSequences += 1 }
        let end = index + max(1, length)
        while index < end {
          weigh(bytes, at: index)
          index += 1
        }
      }
    }

    /// The length of the UTF-8 sequence that begins here; 0 when there is none.
    private static func sequence(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
      let length: Int
      switch bytes[index] {
      case 0xC2...0xDF: length = 2
      case 0xE0...0xEF: length = 3
      case 0xF0...0xF4: length = 4
      default: return 0
      }
      guard index + length <= bytes.count else { return 0 }
      for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
      return length
    }

    private mutating func weigh(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
      let byte = bytes[index]
      switch byte {
      case 0xE0...0xFB, 0xFE:
        // A mark, then the letter that it belongs to.
        guard index + 1 < bytes.count else {
          againstMARC8 += 1
          return
        }
        let next = bytes[index + 1]
        if byte == 0xEB || byte == 0xEC || byte == 0xFA || byte == 0xFB {
          if Self.isLetter(next) { forMARC8 += 1 } else { againstMARC8 += 1 }
        } else if next >= 0xE0 {
          // The letter behind several marks decides.
        } else if Self.isLetter(next), Self.composes(byte, next) {
          forMARC8 += 1
        } else {
          againstMARC8 += 1
        }
      case 0xFC, 0xFD, 0xFF, 0xC9...0xDF, 0x80...0x87, 0x8A...0x8C, 0x8F...0x9F:
        againstMARC8 += 2
      default: break
      }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      0x61...0x7A ~= byte | 0x20
    }

    /// Whether Unicode has a letter with this mark, as languages that use it do.
    private static func composes(_ mark: UInt8, _ letter: UInt8) -> Bool {
      let position = Int(mark & 0x7F) - 0x21
      guard let scalar = Unicode.Scalar(MARC8Sets.extendedLatin[position]) else { return false }
      var text = String.UnicodeScalarView()
      text.append(Unicode.Scalar(letter))
      text.append(scalar)
      return TextForm.composed(String(text)).unicodeScalars.count == 1
    }
  }
}
