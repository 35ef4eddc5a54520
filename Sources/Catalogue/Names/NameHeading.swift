/// A name as libraries and reference managers write it, `Lévis, François Gaston, duc de, 1720-1787`,
/// taken apart.
struct NameHeading {
  /// As it is spoken.
  private(set) var name: String
  /// The family name first, when it was so; without dates and role.
  private(set) var sortName: String?
  private(set) var role: String?
  private(set) var dates: String?

  init(_ text: String) {
    let (heading, bracketed) = Self.withoutRole(TextForm.collapsed(text))
    name = heading
    role = bracketed
    guard heading.utf8.contains(UInt8(ascii: ",")), Self.isSeparatedBySpaces(heading) else {
      return
    }
    var parts = Self.parts(heading)
    while parts.count > 1, let last = parts.last {
      if Self.isYears(last) {
        dates = dates ?? Self.withoutPoint(last)
      } else if let (years, said) = Self.yearsAndRole(last) {
        // "1955- ill."
        dates = dates ?? years
        role = role ?? said.name
      } else if let said = ContributorRole(inHeading: last, isOnlyPart: parts.count == 2) {
        role = role ?? said.name
      } else if !last.isEmpty {
        break
      }
      parts.removeLast()
    }
    guard let family = parts.first, !family.isEmpty else { return }
    if let last = parts.last, let cut = last.lastIndex(of: " "), last[cut...].contains("-"),
      parts.count > 1, Self.isYears(String(last[cut...].dropFirst()))
    {
      // "McCarthy, Timothy 1951-"
      dates = dates ?? String(last[cut...].dropFirst())
      parts[parts.count - 1] = String(last[..<cut])
    }
    arrange(family, parts.dropFirst().filter { !$0.isEmpty })
  }

  /// What the commas outside brackets separate.
  private static func parts(_ heading: String) -> [String] {
    var parts: [String] = []
    var depth = 0
    var part = ""
    for character in heading {
      if character == "(" || character == "[" { depth += 1 }
      if character == ")" || character == "]" { depth -= 1 }
      if character == ",", depth <= 0 {
        parts.append(TextForm.collapsed(part))
        part = ""
      } else {
        part.append(character)
      }
    }
    return parts + [TextForm.collapsed(part)]
  }

  private static func yearsAndRole(_ part: String) -> (String, ContributorRole)? {
    guard let cut = part.lastIndex(of: " "),
      let role = ContributorRole(
        inHeading: String(part[cut...].dropFirst()), isOnlyPart: false)
    else { return nil }
    let years = TextForm.collapsed(String(part[..<cut]))
    return isYears(years) ? (years, role) : nil
  }

  private mutating func arrange(_ family: String, _ rest: [String]) {
    let asGiven = ([family] + rest).joined(separator: ", ")
    name = asGiven
    guard let first = rest.first, !Self.isOnlyTitles(rest), !Self.isBody(family, rest),
      !Self.isSeveralPeople([family] + rest), !Self.isWholeRank(first)
    else { return }
    var given: String?
    var front = ""
    var ranks = ""
    var suffixes: [String] = []
    for part in rest {
      if PersonName.isSuffix(part) {
        // Before the given name as in "King, Jr., Martin Luther", of a family name only.
        guard given != nil || Self.isFamilyName(family) else { return }
        suffixes.append(part)
      } else if given == nil {
        given = Self.withoutBrackets(part)
      } else if Self.isHonorific(part) {
        front = part + " "
      } else if Self.standsBeforeFamily(part) {
        ranks += ", " + part
      } else {
        suffixes.append(part)
      }
    }
    guard let given else { return }
    // "d'Alembert" has no space.
    let joint = ranks.hasSuffix("'") || ranks.hasSuffix("’") ? "" : " "
    name = ([front + given + ranks + joint + family] + suffixes).joined(separator: ", ")
    sortName = asGiven
  }

  /// A role in brackets at the end: `Some Body (Narrator)`.
  private static func withoutRole(_ text: String) -> (String, String?) {
    guard let last = text.last, last == ")" || last == "]",
      let open = text.lastIndex(where: { $0 == "(" || $0 == "[" }), open != text.startIndex,
      let role = ContributorRole(known: String(text[text.index(after: open)...].dropLast()))
    else { return (text, nil) }
    let name = TextForm.collapsed(String(text[..<open]))
    return name.isEmpty ? (text, nil) : (name, role.name)
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

  /// True for `1861-`, `1720-1787`, `b. 1950`, `active 12th century`, `1950 January 5-`.
  static func isYears(_ part: String) -> Bool {
    var digits = 0
    for byte in part.utf8 where byte >= 0x30 && byte <= 0x39 { digits += 1 }
    guard digits >= 1 else { return false }
    let words = part.split { !$0.isLetter && !$0.isNumber }
    return words.allSatisfy { word in
      word.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        || NameWords.eras.contains(word.lowercased())
        || (word.utf8.first ?? 0) <= 0x39 && word.utf8.count <= 5
    } && (digits > 1 || part.lowercased().contains("cent"))
  }

  /// Nothing but what stands behind a name; a single title may be a given name: `Ellington, Duke`.
  private static func isOnlyTitles(_ parts: [String]) -> Bool {
    parts.allSatisfy(PersonName.isSuffix) || parts.count > 1 && parts.allSatisfy(isSuffixOrTitle)
  }

  private static func isSuffixOrTitle(_ part: String) -> Bool {
    PersonName.isSuffix(part) || isHonorific(part) || isRank(part)
  }

  private static func isHonorific(_ part: String) -> Bool {
    NameWords.honorifics.contains(part.lowercased().filter { $0 != "." })
  }

  private static func isRank(_ part: String) -> Bool {
    guard let first = part.split(separator: " ").first else { return false }
    return NameWords.ranks.contains(first.lowercased())
  }

  /// `duc de`, and a rank alone; but not `Baron Lytton`, which has a name of its own.
  private static func standsBeforeFamily(_ part: String) -> Bool {
    let words = part.split(separator: " ")
    guard let last = words.last, isRank(part) else { return false }
    return words.count == 1 || NameWords.particles.contains(last.lowercased())
  }

  /// `Queen of Great Britain`; but `Earl W.` are given names.
  private static func isWholeRank(_ part: String) -> Bool {
    let words = part.split(separator: " ")
    return words.count > 2 && isRank(part) && NameWords.particles.contains(words[1].lowercased())
  }

  private static func isBody(_ family: String, _ rest: [String]) -> Bool {
    let isCompany = rest.last.map {
      NameWords.companies.contains($0.lowercased().filter { $0 != "." })
    }
    return isCompany == true || PersonName.isBody(family[...]) || hasSentence(family)
      || rest.contains {
        PersonName.isBody(withoutBrackets($0)[...]) && !isRank($0) || $0.hasPrefix("and ")
          || isPhrase($0) && !isRank($0)
      }
  }

  /// A part of a body behind it: `Vatican City. Direzione generale`; but not initials.
  private static func hasSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ").dropLast()
    return words.contains { $0.last == "." && $0.utf8.count > 4 }
  }

  /// Words without a name among them: `associazione culturale`.
  private static func isPhrase(_ part: String) -> Bool {
    let words = part.split(separator: " ")
    return words.count > 1
      && words.allSatisfy { $0.utf8.count > 3 && $0.first?.isLowercase == true }
  }

  /// Three and more parts of which each would be a name of its own.
  private static func isSeveralPeople(_ parts: [String]) -> Bool {
    parts.count > 2
      && parts.allSatisfy { $0.contains(" ") && !isSuffixOrTitle($0) && $0.last != ")" }
  }

  private static func isFamilyName(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return words.count == 1
      || words.dropLast().allSatisfy {
        NameWords.particles.contains($0.lowercased()) || $0.first?.isLowercase == true
          || NameWords.familyParticles.contains(String($0))
      }
  }

  private static func withoutBrackets(_ part: String) -> String {
    guard part.hasSuffix(")"), let open = part.lastIndex(of: "("), open != part.startIndex else {
      return part
    }
    return TextForm.collapsed(String(part[..<open]))
  }

  private static func withoutPoint(_ text: String) -> String {
    text.hasSuffix(".") && !text.lowercased().hasSuffix("c.") ? String(text.dropLast()) : text
  }
}
