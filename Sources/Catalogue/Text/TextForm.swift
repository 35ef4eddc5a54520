@_spi(_Unicode) import Swift

/// The forms in which text from outside is stored.
public enum TextForm {
  /// The text in Unicode normalisation form C (UAX 15), in which all text is stored and compared.
  /// - Complexity: one pass; most text is found to be composed and returned as it is.
  public static func composed(_ text: String) -> String {
    if scan(text).isComposed { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in streamSafe(text)._nfc {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with at most 30 marks in a row, as Unicode's Stream-Safe Text Format has it (UAX 15,
  /// section 13): behind so many stands a combining grapheme joiner, which is not seen.
  ///
  /// To normalise or compare text, the marks behind a letter are sorted, and that takes time that
  /// grows with the square of their number.
  /// - Complexity: O(the text's length)
  package static func streamSafe(_ text: String) -> String {
    guard text.utf8.count > mostMarks, hasTooManyMarks(text) else { return text }
    var scalars = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = isMark(scalar) ? marks + 1 : 0
      if marks > mostMarks {
        scalars.append("\u{34F}")
        marks = 1
      }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  private static let mostMarks = 30

  private static func hasTooManyMarks(_ text: String) -> Bool {
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = isMark(scalar) ? marks + 1 : 0
      // mutant stream-safe: `marks > mostMarks` -> `false` (LinearTimeTests)
      if marks > mostMarks { return true }
    }
    return false
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Greek, Cyrillic, ideographs and Hangul: to ask for a character's properties takes long.
    case 0..<0x300, 0x370..<0x483, 0x309B...0x9FFF, 0xAC00...0xD7A3: false
    default: scalar.properties.canonicalCombiningClass != .notReordered
    }
  }

  /// The text composed, on one line: without white space at its ends and with single spaces inside;
  /// marks of direction and other invisible characters that are no part of a word go as well.
  public static func collapsed(_ text: String) -> String {
    let scan = scan(text)
    if scan.isComposed { return scan.isCollapsed ? text : withSingleSpaces(text) }
    let text = composed(text)
    if Self.scan(text).isCollapsed { return text }
    var scalars = String.UnicodeScalarView()
    var spaces = false
    for scalar in text.unicodeScalars {
      if isSpace(scalar) {
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

  /// White space and the control characters of ASCII. Named here, since to ask for a character's
  /// properties costs more than all the rest.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x7F, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  /// Text whose only white space is ASCII's.
  private static func withSingleSpaces(_ text: String) -> String {
    String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
      var length = 0
      var spaces = false
      for byte in text.utf8 {
        if byte <= 0x20 || byte == 0x7F {
          spaces = true
          continue
        }
        // A space is written only where at least one was read.
        if spaces, length > 0 {
          buffer[length] = 0x20
          length += 1
        }
        spaces = false
        buffer[length] = byte
        length += 1
      }
      return length
    }
  }

  /// Byte order marks, soft hyphens, zero-width spaces, marks of direction and the control characters of
  /// ISO 6429, of which libraries use two to mark an article; joiners are part of words.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0xAD, 0x61C, 0xFEFF, 0x200B, 0x2060, 0x200E, 0x200F, 0x202A...0x202E,
      0x2066...0x2069:
      true
    default: false
    }
  }

  private static func scan(_ text: String) -> TextScan {
    text.utf8.withContiguousStorageIfAvailable { TextScan($0) } ?? TextScan(Array(text.utf8))
  }
}
