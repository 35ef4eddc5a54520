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
    var (heading, said) = Self.withoutRole(Self.withoutFrame(TextForm.collapsed(text)))
    if let (bare, years) = Self.bracketedYears(heading) {
      heading = bare
      dates = years
    }
    name = heading
    role = said
    guard heading.utf8.contains(UInt8(ascii: ",")), Self.isSeparatedBySpaces(heading) else {
      return
    }
    heading = Self.withoutFullStop(heading)
    var parts = Self.parts(heading)
    let titles = Self.titlesBehindYears(&parts)
    while parts.count > 1, let last = parts.last {
      if Self.isYears(last) {
        dates = dates ?? Self.withoutPoint(last)
      } else if let (years, said) = Self.yearsAndRole(last) {
        // "1955- ill."
        dates = dates ?? years
        role = said.name
      } else if let said = ContributorRole(inHeading: last, isOnlyPart: parts.count == 2)
        ?? (last.contains(" ") ? ContributorRole(firstOf: last) : nil)
      {
        // Of several the first counts.
        role = said.name
      } else if !last.isEmpty, !Self.isPseudonym(last) {
        break
      }
      parts.removeLast()
    }
    parts += titles
    guard let family = parts.first, !family.isEmpty else { return }
    if let last = parts.last, let cut = last.utf8.lastIndex(of: 0x20), last[cut...].contains("-"),
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
    guard let cut = part.utf8.lastIndex(of: 0x20),
      let role = ContributorRole(
        inHeading: String(part[cut...].dropFirst()), isOnlyPart: false)
    else { return nil }
    let years = TextForm.collapsed(String(part[..<cut]))
    return isYears(years) ? (years, role) : nil
  }

  private mutating func arrange(_ family: String, _ rest: [String]) {
    let asGiven = ([family] + rest).joined(separator: ", ")
    name = asGiven
    guard let first = rest.first,
      !Self.isOnlyTitles(rest) || rest.count == 1 && Self.areInitials(first, of: family),
      !Self.isBody(family, rest),
      // mutant several-people: `!Self.isSeveralPeople([family] + rest), ` -> `` (NameTests)
      // mutant epithet: `!Self.isEpithet(first),` -> `` (NameTests)
      !Self.isSeveralPeople([family] + rest), !Self.isWholeRank(first), !Self.isEpithet(first),
      // mutant degrees-behind-name: `!Self.areDegrees(rest, behind: family)` -> `true` (NameTests)
      !Self.areDegrees(rest, behind: family)
    else { return }
    var given: String?
    var front = ""
    var ranks = ""
    var suffixes: [String] = []
    for part in rest {
      if PersonName.isSuffix(part), given != nil || !Self.areInitials(part, of: family) {
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
    sortName = asGiven
    // mutant family-name-first:
    //   `if PersonName.isIdeographic(family)` -> `if family.isEmpty` (NameTests)
    if PersonName.isIdeographic(family) {
      // Chinese, Japanese and Korean names are spoken as they sort.
      name = ([front + family + given + ranks] + suffixes).joined(separator: ", ")
      return
    }
    // "d'Alembert" has no space.
    let before = ranks.isEmpty ? given : ranks
    let joint = before.hasSuffix("'") || before.hasSuffix("’") ? "" : " "
    name = ([front + given + ranks + joint + family] + suffixes).joined(separator: ", ")
  }

  /// Without the full stop of a card behind a bracket, the brackets of what a cataloguer supplied,
  /// and `by`, with which no name begins.
  private static func withoutFrame(_ text: String) -> String {
    if text.utf8.last == UInt8(ascii: "."), text.hasSuffix(").") { return String(text.dropLast()) }
    if text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]"),
      text.utf8.count > 2, text.dropFirst().firstIndex(of: "[") == nil,
      text.dropLast().firstIndex(of: "]") == nil
    {
      return TextForm.collapsed(String(text.dropFirst().dropLast()))
    }
    guard text.utf8.starts(with: "by ".utf8) || text.utf8.starts(with: "By ".utf8) else {
      return text
    }
    return String(text.dropFirst(3))
  }

  /// Years of life in brackets behind a name: `John Smith (1950-2010)`; a single year is that of a
  /// meeting.
  private static func bracketedYears(_ text: String) -> (String, String)? {
    guard text.utf8.last == UInt8(ascii: ")"),
      let open = text.utf8.lastIndex(of: UInt8(ascii: "(")),
      open != text.startIndex
    else { return nil }
    let years = String(text[text.index(after: open)...].dropLast())
    guard years.utf8.count <= 30, isYears(years),
      years.contains(where: { $0 == "-" || $0 == "–" }) || years.first?.isLetter == true
    else { return nil }
    let name = TextForm.collapsed(String(text[..<open]))
    // Bodies of one name are told apart by their years.
    return PersonName.isBody(name[...]) ? nil : (name, TextForm.collapsed(years))
  }

  /// A heading without the full stop of a library card: that of an abbreviation stays.
  private static func withoutFullStop(_ text: String) -> String {
    guard text.utf8.last == UInt8(ascii: ".") else { return text }
    let word = text.dropLast().reversed().prefix { $0 != " " && $0 != "," && $0 != "." }
    // mutant full-stop-of-a-card: `word.count > 3, word` -> `word.count > 99, word` (NameTests)
    guard word.count > 3, word.allSatisfy(\.isLetter), text.dropLast(word.count + 1).last == " ",
      !NameWords.abbreviations.contains(String(word.reversed()).lowercased())
    else { return text }
    return String(text.dropLast())
  }

  /// Takes titles that stand behind the years away: `Twain, Mark, 1835-1910, Sir`.
  private static func titlesBehindYears(_ parts: inout [String]) -> [String] {
    let end = parts.lastIndex { !isSuffixOrTitle($0) && !isPseudonym($0) }
    guard let end, end > 0, end + 1 < parts.count, isYears(parts[end]), parts[end].contains("-")
    else { return [] }
    let titles = parts[(end + 1)...].filter { !isPseudonym($0) }
    parts.removeSubrange((end + 1)...)
    return titles
  }

  private static func isPseudonym(_ part: String) -> Bool {
    part.utf8.count <= 9 && ["pseud", "pseudonym"].contains(part.lowercased().filter { $0 != "." })
  }

  /// What a person of one name is called by: `Pliny, the Elder`, `Chrétien, de Troyes`.
  private static func isEpithet(_ part: String) -> Bool {
    let words = part.split(separator: " ")
    return words.count > 1 && words[0].first?.isLowercase == true
      && (NameWords.particles.contains(String(words[0]))
        || NameWords.articles.contains(String(words[0])))
  }

  /// Whether what stands behind a name of several words is nothing but capitals of three letters and
  /// more, or the number of a generation: `Jane Roe, BSN`, `Robert Smith, VI`.
  private static func areDegrees(_ parts: [String], behind name: String) -> Bool {
    guard !isFamilyName(name), name.contains(where: \.isLowercase) else { return false }
    return parts.allSatisfy { part in
      PersonName.isSuffix(part) || ["V", "VI", "VII", "VIII"].contains(part)
        || part.utf8.count > 2 && part.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    }
  }

  /// A role in brackets at the end, `Some Body (Narrator)`, or before the name: `edited by Some Body`.
  private static func withoutRole(_ text: String) -> (String, String?) {
    if let space = text.utf8.firstIndex(of: 0x20), text.utf8[space...].starts(with: " by ".utf8),
      case let words = text.split(separator: " ", maxSplits: 2), words.count == 3,
      let role = ContributorRole(known: words[0].lowercased() + " by")
    {
      return (String(words[2]), role.name)
    }
    if let (name, role) = roleBehindSign(text) { return (name, role.name) }
    guard let last = text.last, last == ")" || last == "]",
      let open = text.utf8.lastIndex(where: {
        $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[")
      }), open != text.startIndex,
      let role = ContributorRole(firstOf: String(text[text.index(after: open)...].dropLast()))
    else { return (text, nil) }
    let name = TextForm.collapsed(String(text[..<open]))
    return name.isEmpty ? (text, nil) : (name, role.name)
  }

  /// A role behind a dash, a colon or years in brackets: `Verne, Jules - editor`,
  /// `Hugo, Victor (1802-1885). Auteur du texte`.
  private static func roleBehindSign(_ text: String) -> (String, ContributorRole)? {
    // Hardly any heading has one; a role ends in a letter.
    guard let last = text.utf8.last, last > 0x39 || last == UInt8(ascii: "."),
      text.utf8.contains(where: {
        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ")") || $0 == 0x2D || $0 == 0xE2
      })
    else { return nil }
    for sign in [" - ", " -- ", " – ", " — ", ": ", "). "] {
      guard let cut = text.lastStart(of: sign) else { continue }
      let rest = text.utf8[cut...].dropFirst(sign.utf8.count)
      guard let role = ContributorRole(known: String(Substring(rest))) else { continue }
      let name = text[..<cut] + (sign.first == ")" ? ")" : "")
      return name.isEmpty ? nil : (TextForm.collapsed(String(name)), role)
    }
    return nil
  }

  private static func isSeparatedBySpaces(_ text: String) -> Bool {
    var index = text.utf8.startIndex
    while let comma = text.utf8[index...].firstIndex(of: UInt8(ascii: ",")) {
      index = text.utf8.index(after: comma)
      // "Smith, John,1950-" has years there.
      guard index < text.utf8.endIndex else { return true }
      let next = text.utf8[index]
      guard next == UInt8(ascii: " ") || next >= 0x30 && next <= 0x39 else { return false }
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

  /// `M.S.` is a degree behind a whole name, but initials behind a family name.
  private static func areInitials(_ part: String, of family: String) -> Bool {
    isFamilyName(family) && part.last == "."
      && part.split(separator: ".").allSatisfy { $0.count == 1 && $0.first?.isUppercase == true }
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

  /// `Inc.`, `Ltd`
  static func isCompany(_ part: String) -> Bool {
    part.utf8.count < 14 && NameWords.companies.contains(part.lowercased().filter { $0 != "." })
  }

  private static func isBody(_ family: String, _ rest: [String]) -> Bool {
    return rest.last.map(isCompany) == true || PersonName.isBody(family[...]) || hasSentence(family)
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

  /// Three and more parts of which each would be a name of its own, or four and more of which each
  /// second one is initials: `Smith, J., Doe, K.`
  private static func isSeveralPeople(_ parts: [String]) -> Bool {
    guard parts.count > 2 else { return false }
    if parts.allSatisfy({ $0.contains(" ") && !isSuffixOrTitle($0) && $0.last != ")" }) {
      return true
    }
    return parts.count % 2 == 0
      && parts.enumerated().allSatisfy { position, part in
        position % 2 == 0 || part.last == "." && part.utf8.count <= 8 && !isSuffixOrTitle(part)
      }
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
    guard part.hasSuffix(")"), let open = part.utf8.lastIndex(of: UInt8(ascii: "(")),
      open != part.startIndex
    else {
      return part
    }
    return TextForm.collapsed(String(part[..<open]))
  }

  private static func withoutPoint(_ text: String) -> String {
    guard text.hasSuffix(".") else { return text }
    let small = text.lowercased()
    if ["c.", "cent.", "chr."].contains(where: small.hasSuffix) { return text }
    return TextForm.collapsed(String(text.dropLast()))
  }
}

extension String {
  /// Where a sign of some bytes begins for the last time.
  fileprivate func lastStart(of sign: String) -> Index? {
    let bytes = Array(sign.utf8)
    var end = utf8.endIndex
    while let found = utf8[..<end].lastIndex(of: bytes[0]) {
      if utf8[found...].starts(with: bytes) { return found }
      end = found
    }
    return nil
  }
}
