@_spi(_Unicode) import Swift

/// Brings a source's text into the form in which the catalogue keeps text.
enum CleanText {
  /// The most bytes that one field may have; what is longer is not a name or a title.
  static let maximumBytes = 65_536

  /// Trims and collapses white space, drops control characters, and composes (NFC).
  /// - Returns: nil when nothing is left.
  /// - Complexity: O(the text's length)
  static func clean(_ text: String) -> String? {
    if isClean(text) { return text.isEmpty ? nil : text }
    var kept = String.UnicodeScalarView()
    var spaceIsDue = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        spaceIsDue = !kept.isEmpty
        continue
      }
      if scalar.properties.generalCategory == .control { continue }
      if spaceIsDue { kept.append(" ") }
      spaceIsDue = false
      kept.append(scalar)
    }
    if kept.isEmpty { return nil }
    var composed = String.UnicodeScalarView()
    composed.append(contentsOf: String(kept)._nfc)
    return String(composed)
  }

  /// True for ASCII that needs no work, which most text is.
  private static func isClean(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      if byte < 0x20 || byte >= 0x7F { return false }
      if byte == 0x20, previous == 0x20 { return false }
      previous = byte
    }
    return text.isEmpty || previous != 0x20
  }
}
