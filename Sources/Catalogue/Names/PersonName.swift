/// The forms of names of people and bodies.
public enum PersonName {
  /// The name in the order in which it is spoken, from a heading with the family name first.
  ///
  /// `King, Martin Luther, Jr.` becomes `Martin Luther King, Jr.`; years, roles and fuller forms in
  /// brackets go: they are not part of the name. A name with a suffix only (`L.E. Modesitt, Jr.`),
  /// that of a body (`Acme, Inc.`) and one whose commas no space follows (several people in one
  /// field) stay as they are.
  public static func direct(_ heading: String) -> String { NameHeading(heading).name }

  /// The names in a list of headings: `Family, Given; Family, Given`.
  public static func list(_ headings: String) -> [String] {
    Contributor.split(headings, by: .semicolon).map(\.name)
  }

  /// The family name first, as far as the name itself tells: `Le Guin, Ursula K.`
  ///
  /// Single words, names of bodies, names in scripts that put the family name first, and names that
  /// have a comma already stay; capitalised particles (`Le`, `De`, `Van`) are part of the family
  /// name, others are not, as libraries do (`Beauvoir, Simone de`).
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
    guard bare.utf8.last != UInt8(ascii: ")"), !putsFamilyFirst(bare), !isBody(bare) else {
      return name
    }
    guard var cut = suffixes.isEmpty ? space : bare.utf8.lastIndex(of: 0x20) else { return name }
    if isGeneration(bare[bare.utf8.index(after: cut)...]),
      let earlier = bare[..<cut].utf8.lastIndex(of: 0x20)
    {
      cut = earlier
    }
    while let earlier = bare[..<cut].utf8.lastIndex(of: 0x20),
      NameWords.familyParticles.contains(String(bare[bare.utf8.index(after: earlier)..<cut]))
    {
      cut = earlier
    }
    return bare[bare.utf8.index(after: cut)...] + ", " + bare[..<cut] + suffixes
  }

  private static func isGeneration(_ word: Substring) -> Bool {
    // Most names end in a word that none of these begins like.
    guard let first = word.utf8.first, "JjSsIi23.".utf8.contains(first) else { return false }
    return NameWords.generations.contains(word.lowercased().filter { $0 != "." })
  }

  /// Whether a name is written in ideographs, hiragana or Hangul. Katakana may write a foreign one.
  static func isIdeographic(_ name: String) -> Bool {
    guard let value = name.unicodeScalars.first?.value, value >= 0x3041 else { return false }
    return value <= 0x309F || (0x4E00...0x9FFF).contains(value)
      || (0xAC00...0xD7A3).contains(value)
  }

  private static func putsFamilyFirst(_ name: Substring) -> Bool {
    guard let value = name.unicodeScalars.first?.value, value >= 0x3040 else { return false }
    return value <= 0x30FF || (0x4E00...0x9FFF).contains(value)
      || (0xAC00...0xD7A3).contains(value)
  }

  /// True for what stands after a name and is none: `Jr.`, `PhD`, `III`.
  public static func isSuffix(_ part: String) -> Bool {
    let words = part.split(separator: " ")
    if words.isEmpty { return false }
    return words.allSatisfy { word in
      NameWords.generations.contains(word.lowercased().filter { $0 != "." }) || isDegree(word)
    }
      // "Ph. D."; but "M. A" are initials.
      || words.count == 2 && words[0].contains(where: \.isLowercase) && isDegree(part[...])
  }

  /// `PhD`, `M.A.`, `Ph. D.`; but `Ma` is a family name.
  private static func isDegree(_ text: Substring) -> Bool {
    guard text.utf8.count <= 12,
      text.utf8.reduce(0, { $0 + ($1 >= 0x41 && $1 <= 0x5A ? 1 : 0) }) >= 2
    else { return false }
    return NameWords.degrees.contains(text.lowercased().filter { $0 != "." && $0 != " " })
  }

  /// True for the name of a body, as far as its words tell: `United Nations`, `Library of Congress`.
  static func isBody(_ name: Substring) -> Bool {
    // By bytes: names are many, and a space is one byte.
    let words = name.utf8.split(separator: 0x20)
    guard words.count > 1 else { return false }
    return words[0].elementsEqual("The".utf8)
      || words.contains { word in
        let bare = word.last == UInt8(ascii: ".") ? word.dropLast() : word
        return NameWords.ofBodies.contains(String(Substring(bare)))
      }
      // A part of a body behind it: "Great Britain. Parliament".
      || words.dropLast().contains { word in
        word.count > 5 && word.last == UInt8(ascii: ".") && Substring(word).count > 5
      }
  }

  /// Whether a text stands for people who are not named: `et al.`, `and others`, `[and 3 others]`.
  public static func isOthers(_ text: String) -> Bool {
    let words = FoldedText.fold(text).split { !$0.isLetter }
    // "and three others"
    if words.count == 3, words[0] == "and", words[2] == "others" { return true }
    return NameWords.others.contains(words.joined(separator: " "))
  }

  /// A name without the `et al.` or `and others` that stands behind it.
  static func withoutOthers(_ name: String) -> String {
    // By bytes, since hardly any name has it: the last word in letters of ASCII.
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    let ending = name.utf8.reversed().drop { !isLetter($0) && $0 < 0x80 }.prefix(8)
      .prefix(while: isLetter)
    guard !ending.isEmpty, ending.count < 8,
      NameWords.endsOfOthers.contains(
        String(decoding: ending.reversed().map { $0 | 0x20 }, as: UTF8.self)),
      !isOthers(name)
    else { return name }
    let words = name.split(separator: " ")
    for count in (1...4).reversed() where count < words.count {
      let start = words[words.count - count].startIndex
      guard isOthers(String(name[start...])) else { continue }
      var kept = words.dropLast(count)
      // "Smith, John ... [et al.]"
      while let last = kept.last, !last.contains(where: { $0.isLetter || $0.isNumber }) {
        kept.removeLast()
      }
      guard let last = kept.last else { return name }
      let end = last.lastIndex { $0 != "," && $0 != ";" && $0 != "…" } ?? last.startIndex
      return String(name[...end])
    }
    return name
  }
}
