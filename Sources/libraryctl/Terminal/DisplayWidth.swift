/// How many columns of a terminal a text takes.
enum DisplayWidth {
  /// The columns of a text without control characters.
  static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of one character as a reader sees it, with its combining marks.
  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x300 { return scalars.contains("\u{FE0F}") ? 2 : 1 }
    if isWide(first) || first.properties.isEmojiPresentation { return 2 }
    if scalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// The longest beginning of a text that fits, with `…` in its last column when it was cut.
  static func fitted(_ text: String, columns limit: Int) -> String {
    guard columns(of: text) > limit else { return text }
    var result = ""
    var used = 0
    for character in text {
      let width = columns(of: character)
      if used + width > limit - 1 { break }
      result.append(character)
      used += width
    }
    return result + "…"
  }

  /// The blocks whose characters are Wide or Fullwidth in Unicode's EastAsianWidth.txt (UAX #11).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF,
    0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
  ]

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return wide.contains { $0.contains(scalar.value) }
  }
}
