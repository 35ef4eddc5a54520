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
    let bare = text.dropLast()
    if let last = bare.unicodeScalars.last, last == " " || last == ")" || last == "]" {
      return trimmed(String(bare))
    }
    if let isPlain = endsPlainly(text.utf8) { return isPlain ? String(bare) : text }
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

  /// Whether four small letters or more stand before the stop, which is no abbreviation then; nil where
  /// a closer look is needed.
  private static func endsPlainly(_ text: String.UTF8View) -> Bool? {
    var letters = 0
    var index = text.index(before: text.endIndex)
    while index > text.startIndex {
      index = text.index(before: index)
      guard 0x61...0x7A ~= text[index] else { return nil }
      letters += 1
      if letters > 5 { return true }
    }
    return nil
  }

  private static let closing: Set<Unicode.Scalar> = [
    ")", "]", "\"", "”", "’", "'", "»", ">", "?", "!", "-", "%",
  ]
  private static let abbreviations: Set<String> = [
    "jr", "sr", "etc", "inc", "ltd", "co", "corp", "st", "ed", "eds", "pub", "univ", "vol", "no",
    "dept", "assoc", "bros", "dr", "mr", "mrs", "prof", "cie", "hrsg", "esq", "ca", "al", "min",
    "gmbh",
  ]
}
