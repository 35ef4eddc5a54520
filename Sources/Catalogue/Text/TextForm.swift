@_spi(_Unicode) import Swift

/// The forms in which text from outside is stored.
public enum TextForm {
  /// The text in Unicode normalisation form C (UAX 15), in which all text is stored and compared.
  /// - Complexity: one pass; ASCII is returned as it is.
  public static func composed(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// The text composed, without white space at its ends and with single spaces inside; marks of
  /// direction and other invisible characters at the ends go as well.
  public static func collapsed(_ text: String) -> String {
    if isClean(text) { return text }
    var scalars = String.UnicodeScalarView()
    var spaces = false
    for scalar in composed(text).unicodeScalars {
      if scalar.properties.isWhitespace || scalar.value < 0x20 {
        spaces = true
      } else if isInvisible(scalar) {
        continue
      } else {
        if spaces, !scalars.isEmpty { scalars.append(" ") }
        spaces = false
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// True for printable ASCII with no space too many: the usual case, found in one pass.
  private static func isClean(_ text: String) -> Bool {
    var afterSpace = true
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F else { return false }
      if byte == 0x20, afterSpace { return false }
      afterSpace = byte == 0x20
    }
    return !afterSpace || text.isEmpty
  }

  /// Byte order marks, zero-width spaces and marks of direction; joiners are part of words.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFEFF, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
