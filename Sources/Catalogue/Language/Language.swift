/// Names of languages.
public enum Language {
  /// The ISO 639-3 code for a language's code or name.
  /// - Parameter text: a code of ISO 639-1, -2 (either form) or -3, perhaps with a region (`en-GB`)
  ///   or in Open Library's way (`/languages/eng`), or a name in English, for common languages also
  ///   their own one; case and marks do not matter.
  /// - Returns: nil when the language is not known; then the text is best kept as it is.
  public static func code(_ text: String) -> String? {
    if let code = index.codes[text] { return code }
    let folded = bare(FoldedText.fold(text))
    if let code = named(folded) ?? qualified(folded) { return code }
    if let code = sameOfAll(folded) { return code }
    guard let cut = folded.firstIndex(where: { $0 == "-" || $0 == "_" }) else { return nil }
    let primary = String(folded[..<cut])
    return primary.utf8.count <= 3 ? named(primary) : nil
  }

  private static func named(_ folded: String) -> String? {
    index.codes[folded] ?? (isOther(folded) ? folded : nil)
  }

  /// Without a web address before it (`/languages/eng`, `…/vocabulary/iso639-2/eng`), signs round it
  /// and the word `language`.
  private static func bare(_ folded: String) -> String {
    var text = folded[...]
    if let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")),
      ["languages", "iso639-1", "iso639-2"].contains(where: text[..<slash].hasSuffix)
    {
      text = text[text.index(after: slash)...]
    }
    let signs = ".,;:[]<>\"' "
    while let last = text.last, signs.contains(last) { text.removeLast() }
    while let first = text.first, signs.contains(first) { text.removeFirst() }
    if text.hasSuffix(" language") { text = text.dropLast(9) }
    return String(text)
  }

  /// A name with more than the language: `English (US)`, `Norwegian (Bokmål)`, `Chinese, Simplified`,
  /// `Brazilian Portuguese`, `English - UK`.
  private static func qualified(_ folded: String) -> String? {
    if let open = folded.firstIndex(of: "("), open != folded.startIndex, folded.last == ")" {
      let outer = TextForm.collapsed(String(folded[..<open]))
      let inner = folded[folded.index(after: open)...].dropLast()
      return index.codes["\(outer) \(inner)"] ?? index.codes["\(inner) \(outer)"]
        ?? index.codes[outer]
    }
    let words = folded.split { !$0.isLetter }
    guard words.count > 1, words.count < 6 else { return nil }
    let kept = words.filter { !LanguageNames.regions.contains(String($0)) }
    guard !kept.isEmpty, kept.count < words.count else { return nil }
    return index.codes[kept.joined(separator: " ")]
  }

  /// The one language that several names stand for: `Spanish; Castilian`, `Dutch / Flemish`.
  private static func sameOfAll(_ folded: String) -> String? {
    let parts = folded.split { $0 == ";" || $0 == "/" }
    guard parts.count > 1, parts.count < 6 else { return nil }
    let codes = parts.map { named(bare(String($0))) }
    // mutant several-languages:
    //   `codes.allSatisfy { $0 == codes.first } ? codes.first ?? nil : nil`
    //   -> `codes.first ?? nil` (LanguageTests)
    return codes.allSatisfy { $0 == codes.first } ? codes.first ?? nil : nil
  }

  /// The three letters that libraries use (ISO 639-2/B, as in MARC 21): `ger` for `deu`.
  /// - Parameter code: an ISO 639-3 code.
  /// - Returns: nil when ISO 639-2 has no such language.
  public static func bibliographicCode(of code: String) -> String? {
    index.languages[code].map { $0.bibliographic }
  }

  /// The two letters of ISO 639-1: `de` for `deu`.
  /// - Parameter code: an ISO 639-3 code.
  /// - Returns: nil when it has none.
  public static func shortCode(of code: String) -> String? { index.languages[code]?.short }

  /// The English name: `German` for `deu`.
  /// - Parameter code: an ISO 639-3 code.
  /// - Returns: nil when ISO 639-2 has no such language.
  public static func englishName(of code: String) -> String? { index.languages[code]?.name }

  private static func isOther(_ text: String) -> Bool {
    text.utf8.count == 3 && LanguageCodes.contains(text)
  }

  private struct Entry {
    var bibliographic: String
    var short: String?
    var name: String
  }

  private struct Index {
    /// By code and by folded name.
    var codes: [String: String] = [:]
    var languages: [String: Entry] = [:]
  }

  private static let index: Index = {
    var index = Index()
    // Names without what stands in brackets, for those of one language only: there are two Tonga.
    var short: [String: Set<String>] = [:]
    for cell in LanguageTable.text.lines.flatMap({ $0.split(separator: "|") }) {
      let parts = cell.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let codes = parts[0].split(separator: " ").map(String.init)
      let names = parts[1].split(separator: ";").map(String.init)
      guard let code = codes.first, let name = names.first else { continue }
      for code in codes { index.codes[code] = codes[0] }
      let second = codes.dropFirst().first { $0.utf8.count == 3 }
      index.languages[code] = Entry(
        bibliographic: second.flatMap { isWithdrawn($0) ? nil : $0 } ?? code,
        short: codes.first { $0.utf8.count == 2 }, name: name)
      for name in names {
        let folded = FoldedText.fold(name)
        index.codes[folded] = code
        let bare = folded.firstIndex(of: "(").map {
          TextForm.collapsed(String(folded[..<$0]))
        }
        if let bare { short[bare, default: []].insert(code) }
        // "Greek, Modern (1453-)" is also Modern Greek and Greek (Modern).
        let inverted = (bare ?? folded).split(separator: ",").map { TextForm.collapsed(String($0)) }
        guard inverted.count == 2 else { continue }
        short["\(inverted[1]) \(inverted[0])", default: []].insert(code)
        short["\(inverted[0]) (\(inverted[1]))", default: []].insert(code)
      }
    }
    for cell in LanguageNames.text.lines.flatMap({ $0.split(separator: "|") }) {
      let parts = cell.split(separator: ":")
      guard parts.count == 2 else { continue }
      for name in parts[1].split(separator: ";") {
        let folded = FoldedText.fold(String(name))
        if index.codes[folded] == nil { index.codes[folded] = String(parts[0]) }
      }
    }
    for (name, codes) in short where codes.count == 1 && index.codes[name] == nil {
      index.codes[name] = codes.first
    }
    return index
  }()

  /// Codes that MARC 21 and ISO 639 had before; nobody writes them anew.
  private static func isWithdrawn(_ code: String) -> Bool {
    ["scc", "scr", "mol", "esp", "fri"].contains(code)
  }
}
