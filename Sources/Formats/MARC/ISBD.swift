import Catalogue

/// The punctuation that cataloguers put between the parts of a description (ISBD, AACR2, MARC 21).
enum ISBD {
  /// The text without the sign that announces the next part: ` /`, ` :`, ` ;`, ` =` or `,`.
  ///
  /// A text that consists of signs stays: it is a title.
  static func trimmed(_ text: String) -> String {
    switch text.utf8.last {
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="),
      UInt8(ascii: ","), 0x20:
      TitleText.withoutCardPunctuation(text)
    default: text
    }
  }

  /// The text without the full stop that ends a field, and without what `trimmed` takes.
  ///
  /// The stop of an initial, of an abbreviation and of an ellipsis is part of the text.
  static func withoutStop(_ text: String) -> String {
    let text = trimmed(text)
    guard text.utf8.last == UInt8(ascii: "."), text.utf8.count > 1 else { return text }
    let bare = text[..<text.utf8.index(before: text.endIndex)]
    if let last = bare.utf8.last,
      last == 0x20 || last == UInt8(ascii: ")") || last == UInt8(ascii: "]")
    {
      return trimmed(String(bare))
    }
    let isPlainStop = text.utf8.withContiguousStorageIfAvailable { endsInStop($0) }
    if let isStop = isPlainStop ?? endsInStop(text.utf8) { return isStop ? String(bare) : text }
    let word = bare.split(separator: " ").last ?? ""
    let letters = word.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    // Nothing before the stop, another stop, an initial, `Jr.`
    guard letters.count > 1, let last = letters.unicodeScalars.last,
      !abbreviations.contains(letters.lowercased()), !word.contains(".")
    else { return text }
    // A mark that ends a sentence makes the stop superfluous; a letter alone is an initial.
    return last.properties.isAlphabetic || last.properties.numericType != nil
      || closing.contains(last) ? String(bare) : text
  }

  /// Whether the stop is that of the field, told from a last word of ASCII letters or digits; nil
  /// where a closer look is needed.
  private static func endsInStop(_ text: some BidirectionalCollection<UInt8>) -> Bool? {
    var letters = 0
    var digits = 0
    var word = PackedWord()
    for byte in text.dropLast().reversed() {
      if 0x61...0x7A ~= byte | 0x20 {
        letters += 1
        word.put(byte | 0x20)
      } else if 0x30...0x39 ~= byte {
        digits += 1
      } else if byte == 0x20 {
        break
      } else {
        return nil
      }
      // So long a word is no abbreviation.
      if letters > 5 { return true }
    }
    if digits > 0 { return letters == 0 ? true : nil }
    guard letters > 0 else { return nil }
    if letters == 1 { return false }
    return !packedAbbreviations.contains(word)
  }

  /// A word of at most eight ASCII letters, filled from its end.
  private struct PackedWord: Equatable {
    private var letters: UInt64 = 0

    init() {}

    init(_ word: String) {
      for byte in word.utf8.reversed() { put(byte) }
    }

    mutating func put(_ byte: UInt8) { letters = letters << 8 | UInt64(byte) }
  }

  // So few that looking at each is quicker than a hash.
  private static let packedAbbreviations = abbreviations.map(PackedWord.init)

  private static let closing: Set<Unicode.Scalar> = [
    ")", "]", "\"", "”", "’", "'", "»", ">", "?", "!", "-", "%",
  ]
  private static let abbreviations: Set<String> = [
    "jr", "sr", "etc", "inc", "ltd", "co", "corp", "st", "ed", "eds", "pub", "univ", "vol", "no",
    "dept", "assoc", "bros", "dr", "mr", "mrs", "prof", "cie", "hrsg", "esq", "ca", "al", "min",
    "gmbh",
  ]
}
