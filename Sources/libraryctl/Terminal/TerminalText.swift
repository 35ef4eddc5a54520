/// Text from outside, made harmless: a terminal shows control and direction characters and does not
/// obey them.
enum TerminalText {
  /// One line: newlines and tabs are shown as well.
  static func singleLine(_ text: String) -> String { neutralised(text, keepingLines: false) }

  /// Lines stay lines, and tabs stay tabs.
  static func lines(_ text: String) -> String { neutralised(text, keepingLines: true) }

  /// Whether a character could move the cursor, change colours or turn the reading direction, or
  /// cannot be seen.
  ///
  /// The joiners U+200C and U+200D are part of how Persian, Indic scripts and emoji are written and
  /// move nothing, so they stay.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x20 || scalar.value == 0x7F { return true }
    if scalar.value < 0x80 { return false }
    if scalar.value == 0x200C || scalar.value == 0x200D { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// How a harmful character is shown: `^[` for C0 (as `cat -v` does), `<U+202E>` for others.
  static func visible(_ scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x20 { return "^" + String(Unicode.Scalar(UInt8(scalar.value + 0x40))) }
    if scalar.value == 0x7F { return "^?" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  private static func neutralised(_ text: String, keepingLines: Bool) -> String {
    func isShown(_ scalar: Unicode.Scalar) -> Bool {
      isHarmful(scalar) && !(keepingLines && (scalar == "\n" || scalar == "\t"))
    }
    guard text.unicodeScalars.contains(where: isShown) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isShown(scalar) {
        result.append(contentsOf: visible(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
