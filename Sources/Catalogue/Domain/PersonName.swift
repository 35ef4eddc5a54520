/// The forms of names of people and bodies.
public enum PersonName {
  /// The name in the order in which it is spoken, from a heading with the family name first.
  ///
  /// `King, Martin Luther, Jr.` becomes `Martin Luther King, Jr.`; years, roles and fuller forms in
  /// brackets go: they are not part of the name. A name with a suffix only (`L.E. Modesitt, Jr.`)
  /// and one whose commas no space follows (several people in one field) stay as they are.
  public static func direct(_ heading: String) -> String {
    let heading = TextForm.collapsed(heading)
    var parts = heading.split(separator: ",", omittingEmptySubsequences: false)
      .map { TextForm.collapsed(String($0)) }
    guard parts.count > 1, isSeparatedBySpaces(heading) else { return heading }
    while parts.count > 1, let last = parts.last, last.isEmpty || isYears(last) || isRole(last) {
      parts.removeLast()
    }
    let family = parts.removeFirst()
    guard !family.isEmpty, let first = parts.first else {
      return family.isEmpty ? heading : family
    }
    if parts.allSatisfy(isSuffix) { return ([family] + parts).joined(separator: ", ") }
    if isSuffix(first) { return heading }
    var given = withoutBrackets(first)
    var suffixes: [String] = []
    for part in parts.dropFirst() {
      // A title of rank stands before the family name: "duc de".
      if isSuffix(part) { suffixes.append(part) } else { given += ", " + part }
    }
    return ([given + " " + family] + suffixes).joined(separator: ", ")
  }

  /// The names in a list of headings: `Family, Given; Family, Given`.
  public static func list(_ headings: String) -> [String] {
    headings.split(separator: ";").map { direct(String($0)) }.filter { !$0.isEmpty }
  }

  /// The family name first, as far as the name itself tells: `Le Guin, Ursula K.`
  ///
  /// Single words, names in scripts that put the family name first, and names that have a comma
  /// already stay; capitalised particles (`Le`, `De`, `Van`) are part of the family name, others
  /// are not, as libraries do (`Beauvoir, Simone de`).
  public static func inverted(_ name: String) -> String {
    let name = TextForm.collapsed(name)
    guard let space = name.utf8.lastIndex(of: 0x20) else { return name }
    var bare = name[...]
    var suffixes = ""[...]
    if let comma = name.utf8.firstIndex(of: UInt8(ascii: ",")) {
      bare = name[..<comma]
      suffixes = name[comma...]
      guard suffixes.split(separator: ",").allSatisfy({ isSuffix(String($0)) }) else { return name }
    }
    guard bare.utf8.last != UInt8(ascii: ")"), !putsFamilyFirst(bare) else { return name }
    guard var cut = suffixes.isEmpty ? space : bare.utf8.lastIndex(of: 0x20) else { return name }
    if generations.contains(bare[cut...].dropFirst().lowercased().filter { $0 != "." }),
      let earlier = bare[..<cut].utf8.lastIndex(of: 0x20)
    {
      cut = earlier
    }
    while let earlier = bare[..<cut].utf8.lastIndex(of: 0x20),
      particles.contains(String(bare[bare.utf8.index(after: earlier)..<cut]))
    {
      cut = earlier
    }
    return bare[bare.utf8.index(after: cut)...] + ", " + bare[..<cut] + suffixes
  }

  private static func putsFamilyFirst(_ name: Substring) -> Bool {
    guard let value = name.unicodeScalars.first?.value, value >= 0x3040 else { return false }
    return value <= 0x30FF || (0x4E00...0x9FFF).contains(value)
      || (0xAC00...0xD7A3).contains(value)
  }

  private static func isSeparatedBySpaces(_ text: String) -> Bool {
    var index = text.utf8.startIndex
    while let comma = text.utf8[index...].firstIndex(of: UInt8(ascii: ",")) {
      index = text.utf8.index(after: comma)
      guard index == text.utf8.endIndex || text.utf8[index] == UInt8(ascii: " ") else {
        return false
      }
    }
    return true
  }

  /// True for `1861-`, `1720-1787`, `b. 1950`, `active 12th century`.
  private static func isYears(_ part: String) -> Bool {
    var digits = 0
    for byte in part.utf8 where byte >= 0x30 && byte <= 0x39 { digits += 1 }
    guard digits >= 2 else { return false }
    let words = part.split { $0 == " " || $0 == "-" || $0 == "." || $0 == "?" || $0 == "–" }
    return words.allSatisfy { word in
      word.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } || eraWords.contains(word.lowercased())
        || (word.utf8.first ?? 0) <= 0x39 && word.utf8.count <= 4
    }
  }

  private static func isRole(_ part: String) -> Bool {
    roles.contains(part.lowercased().filter { $0 != "." && $0 != "(" && $0 != ")" })
  }

  /// True for what stands after a name and is none: `Jr.`, `PhD`, `III`.
  public static func isSuffix(_ part: String) -> Bool {
    part.split(separator: " ").allSatisfy { word in
      let bare = word.filter { $0 != "." }
      if generations.contains(bare.lowercased()) { return true }
      // `Ma` is a family name, `MA` a degree.
      return degrees.contains(bare.lowercased())
        && bare.utf8.reduce(0) { $0 + ($1 >= 0x41 && $1 <= 0x5A ? 1 : 0) } >= 2
    }
  }

  private static func withoutBrackets(_ part: String) -> String {
    guard part.hasSuffix(")"), let open = part.lastIndex(of: "("), open != part.startIndex else {
      return part
    }
    return TextForm.collapsed(String(part[..<open]))
  }

  private static let generations: Set<String> = ["jr", "sr", "junior", "senior", "ii", "iii", "iv"]
  private static let degrees: Set<String> = [
    "phd", "md", "dds", "dvm", "edd", "jd", "ma", "mba", "ba", "bsc", "msc", "rd", "rdn", "rn",
    "ldn", "lcsw", "lmft", "cpa", "obe", "cbe", "mbe", "sj", "op", "osb", "ocd", "dphil", "psyd",
  ]
  private static let roles: Set<String> = [
    "ed", "eds", "editor", "author", "aut", "edt", "trans", "tr", "trl", "translator", "ill",
    "illustrator", "comp", "compiler", "joint author", "joint ed", "hrsg", "red", "photographer",
  ]
  private static let eraWords: Set<String> = [
    "b", "d", "ca", "c", "fl", "active", "approximately", "born", "died", "century", "cent", "or",
    "bc", "ad", "bce", "ce",
  ]
  private static let particles: Set<String> = [
    "Le", "La", "De", "Du", "Des", "Di", "Da", "Del", "Della", "Van", "Von", "Der", "Den", "Ter",
    "Mac", "Mc", "St.", "Saint", "Al", "El", "Ben", "Bin", "Abu", "Dos", "Las", "Los",
  ]
}
