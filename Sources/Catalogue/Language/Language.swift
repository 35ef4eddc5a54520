/// Names of languages.
public enum Language {
  /// The ISO 639-3 code for a language's code or name.
  /// - Parameter text: a code of ISO 639-1, -2 (either form) or -3, perhaps with a region (`en-GB`)
  ///   or in Open Library's way (`/languages/eng`), or a name in English, for common languages also
  ///   their own one; case and marks do not matter.
  /// - Returns: nil when the language is not known; then the text is best kept as it is.
  public static func code(_ text: String) -> String? {
    if let code = index.codes[text] { return code }
    var folded = FoldedText.fold(text)
    if folded.hasPrefix(openLibraryPrefix) {
      folded.removeFirst(openLibraryPrefix.count)
    }
    if let code = index.codes[folded] { return code }
    if isOther(folded) { return folded }
    if let open = folded.firstIndex(of: "("), open != folded.startIndex, folded.last == ")" {
      // "English (US)", "Chinese (Simplified)".
      return index.codes[TextForm.collapsed(String(folded[..<open]))]
    }
    guard let cut = folded.firstIndex(where: { $0 == "-" || $0 == "_" }) else { return nil }
    let primary = String(folded[..<cut])
    guard primary.utf8.count <= 3 else { return nil }
    return index.codes[primary] ?? (isOther(primary) ? primary : nil)
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

  private static let openLibraryPrefix = "/languages/"

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
    for cell in LanguageTable.text.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
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
