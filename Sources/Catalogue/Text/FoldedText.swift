@_spi(_Unicode) import Swift

/// Text without what a reader does not type when looking for it: case, diacritics, ligatures.
public enum FoldedText {
  /// The key by which text is compared and sorted.
  ///
  /// Unicode's full case folding; marks on letters are dropped, letters that Unicode does not take
  /// apart become plain ones (ß = ss, ø = o, ł = l, æ = ae, þ = th, ı = i), typographic quotes and
  /// dashes become ASCII ones, full-width letters usual ones, white space one space. Vowel signs of
  /// Indic and South-East Asian scripts and the voicing marks of kana make other letters and stay.
  /// - Complexity: O(length); ASCII text takes one pass over its bytes.
  public static func fold(_ text: String) -> String {
    FoldTable.fold(text) ?? folded(text, separating: false)
  }

  /// The text for the search index: folded, and each character of a script that is written without
  /// spaces (Chinese, Japanese, Thai, …; Korean too) is a word, so that any two of them are found.
  public static func index(_ text: String) -> String {
    FoldTable.fold(text) ?? folded(text, separating: true)
  }

  static func folded(_ text: String, separating: Bool) -> String {
    var scalars = String.UnicodeScalarView()
    var space = false
    for scalar in TextForm.streamSafe(text)._nfd {
      append(scalar, to: &scalars, space: &space, separating: separating)
    }
    // Hangul and kana were taken apart.
    var composed = String.UnicodeScalarView()
    if !separating {
      for scalar in String(scalars)._nfc { composed.append(scalar) }
      return String(composed)
    }
    for scalar in String(scalars)._nfc {
      if standsAlone(scalar) {
        if let last = composed.last, last != " " { composed.append(" ") }
        composed.append(scalar)
        composed.append(" ")
      } else if scalar == " " {
        if let last = composed.last, last != " " { composed.append(scalar) }
      } else if let last = composed.last, last == " ", isSign(scalar), composed.count > 1 {
        // A vowel sign belongs to the character before it.
        composed.removeLast()
        composed.append(scalar)
        composed.append(" ")
      } else {
        composed.append(scalar)
      }
    }
    if composed.last == " " { composed.removeLast() }
    return String(composed)
  }

  private static func append(
    _ scalar: Unicode.Scalar, to scalars: inout String.UnicodeScalarView, space: inout Bool,
    separating: Bool
  ) {
    let value = scalar.value
    if value < 0x80 {
      if value <= 0x20 || value == 0x7F {
        space = true
        return
      }
      if space, !scalars.isEmpty { scalars.append(" ") }
      space = false
      scalars.append(
        value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(value | 0x20)) : scalar)
      return
    }
    if isUncased(value) {
      if space, !scalars.isEmpty { scalars.append(" ") }
      space = false
      scalars.append(scalar)
      return
    }
    if scalar.properties.isWhitespace {
      space = true
      return
    }
    if isDropped(scalar) { return }
    if space, !scalars.isEmpty { scalars.append(" ") }
    space = false
    if let plain = plain(scalar) {
      scalars.append(contentsOf: plain.unicodeScalars)
      return
    }
    if value >= 0xFF01, value <= 0xFF5E, let usual = Unicode.Scalar(value - 0xFEE0) {
      append(usual, to: &scalars, space: &space, separating: separating)
      return
    }
    guard scalar.properties.isCased else {
      scalars.append(scalar)
      return
    }
    // Lower case of upper case is full case folding, but for marks, which are gone (TR 21).
    for upper in scalar.properties.uppercaseMapping.unicodeScalars {
      for lower in upper.properties.lowercaseMapping._nfd where !isDropped(lower) {
        if let plain = plain(lower) {
          scalars.append(contentsOf: plain.unicodeScalars)
        } else {
          scalars.append(lower)
        }
      }
    }
  }

  /// Kana, ideographs and Hangul letters, of which nothing is folded: told by number, quickly.
  private static func isUncased(_ value: UInt32) -> Bool {
    value >= 0x3041 && value <= 0x9FFF || value >= 0x1100 && value <= 0x11FF
  }

  /// Marks on letters, modifier letters of romanisation (`ʹ`, `ʻ`) and invisible characters.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      switch properties.canonicalCombiningClass.rawValue {
      case 0:
        // Vowel signs stay; the rest are joiners, variation selectors and enclosing marks.
        return scalar.value < 0x0900 || scalar.value >= 0x1AB0 && !isIndic(scalar)
      case 8, 9, 84, 91, 129, 130, 132: return false
      default: return true
      }
    case .modifierLetter, .modifierSymbol: return (0x02B0...0x02FF).contains(scalar.value)
    case .format, .control: return true
    default: return false
    }
  }

  /// The later blocks of scripts with vowel signs.
  private static func isIndic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1B00...0x1CFF, 0xA800...0xABFF, 0x10A00...0x11FFF, 0x16800...0x16FFF: true
    default: false
    }
  }

  private static func plain(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x00DF, 0x1E9E: "ss"
    case 0x00C6, 0x00E6: "ae"
    case 0x0152, 0x0153: "oe"
    case 0x00D8, 0x00F8: "o"
    case 0x0110, 0x0111, 0x00D0, 0x00F0, 0x0189, 0x0256: "d"
    case 0x00DE, 0x00FE: "th"
    case 0x0126, 0x0127: "h"
    case 0x0131: "i"
    case 0x0138: "k"
    case 0x0141, 0x0142: "l"
    case 0x0149: "n"
    case 0x014A, 0x014B: "ng"
    case 0x0166, 0x0167: "t"
    case 0x0180, 0x0243: "b"
    case 0x0197, 0x0268: "i"
    case 0x2018, 0x2019, 0x201A, 0x201B, 0x2032, 0x00B4: "'"
    case 0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0x00AB, 0x00BB: "\""
    case 0x2010...0x2015, 0x2212: "-"
    case 0x2026: "..."
    default: nil
    }
  }

  /// Characters of scripts that put no spaces between words, and Hangul syllables.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E01...0x0E30, 0x0E40...0x0E46, 0x0E81...0x0EB0, 0x0EC0...0x0EC6: true
    case 0x1000...0x102A, 0x1780...0x17B3: true
    case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF: true
    case 0x31F0...0x31FF, 0xFF66...0xFF9D, 0xAC00...0xD7A3: true
    case 0x4E00...0x9FFF: true
    case 0..<0x2E80: false
    default: scalar.properties.isIdeographic
    }
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }
}
