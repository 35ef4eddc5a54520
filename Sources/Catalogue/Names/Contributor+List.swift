extension Contributor {
  /// What stands between people in a field, by the format that holds it.
  public enum Separator: Hashable, Sendable, CaseIterable {
    /// `Knuth, Donald E.; Graham, Ronald L.`: most tables and our own.
    case semicolon
    /// `Terry Pratchett & Neil Gaiman`: calibre, in whose names a `|` stands for a comma.
    case ampersand
    /// `Ursula K. Le Guin, Todd Barton`: StoryGraph, Goodreads, BookWyrm. Names are as spoken, and
    /// a `Jr.` belongs to the name before it.
    case comma
    /// `Knuth, Donald E. and {Simon and Schuster} and others`: BibTeX, with braces as they stand.
    case and
    /// `Flamant, Françoise|Someone, Else`: LibraryThing.
    case bar
  }

  /// Reads a person or body from a heading, `Dickens, Charles, 1812-1870, author`: the name as it is
  /// spoken, the sort form, dates and role apart. A name as it is spoken stays.
  public init(heading: String) {
    let heading = NameHeading(PersonName.withoutOthers(TextForm.collapsed(heading)))
    self.init(
      name: heading.name, sortName: heading.sortName, role: heading.role, dates: heading.dates)
  }

  /// The people in a field, in order.
  ///
  /// `et al.` and the like stand for nobody and are left out. Character references are to be
  /// resolved before, since each ends in a semicolon.
  /// - Complexity: O(the text's length)
  public static func split(_ text: String, by separator: Separator) -> [Contributor] {
    let parts: [String]
    switch separator {
    case .semicolon: parts = text.split(separator: ";").map(String.init)
    case .bar: parts = text.split(separator: "|").map(String.init)
    case .ampersand: parts = byAmpersand(text)
    case .comma: parts = byComma(text)
    case .and: parts = byAnd(text)
    }
    return parts.compactMap { part in
      let part = PersonName.withoutOthers(TextForm.collapsed(part))
      guard !part.isEmpty, !PersonName.isOthers(part) else { return nil }
      guard separator == .comma else {
        // mutant two-people-or-one:
        //   `if separator == .semicolon, areTwoPeople`
        //   -> `if separator == .bar, areTwoPeople` (NameTests)
        if separator == .semicolon, areTwoPeople(part) { return Contributor(name: part) }
        return Contributor(heading: part)
      }
      let name = NameHeading(part)
      // The commas in it are those of suffixes.
      return Contributor(name: name.name, role: name.role)
    }
  }

  private static func byAmpersand(_ text: String) -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      guard scalar == "&" else {
        part.append(scalar == "|" ? "," : scalar)
        continue
      }
      if index < scalars.count, scalars[index] == "&" {
        // calibre doubles one that is part of a name.
        part.append("&")
        index += 1
      } else if part.last?.properties.isWhitespace ?? true
        || index < scalars.count && scalars[index].properties.isWhitespace
      {
        parts.append(String(part))
        part = String.UnicodeScalarView()
      } else {
        part.append("&")
      }
    }
    return parts + [String(part)]
  }

  private static func byComma(_ text: String) -> [String] {
    var people: [String] = []
    for part in text.split(separator: ",") {
      var part = TextForm.collapsed(String(part))
      for word in ["and ", "& "] where part.hasPrefix(word) && !PersonName.isOthers(part) {
        part.removeFirst(word.count)
      }
      if let last = people.indices.last, PersonName.isSuffix(part) || NameHeading.isCompany(part) {
        people[last] += ", " + part
      } else {
        people.append(part)
      }
    }
    return people
  }

  /// Splits at the word `and` outside braces.
  private static func byAnd(_ text: String) -> [String] {
    var parts: [String] = []
    var depth = 0
    var part = ""
    for word in text.split(omittingEmptySubsequences: true, whereSeparator: \.isWhitespace) {
      // mutant and-in-braces: `if depth <= 0, word` -> `if depth < .max, word` (NameTests)
      if depth <= 0, word.lowercased() == "and" {
        parts.append(part)
        part = ""
        continue
      }
      if !part.isEmpty { part += " " }
      part += word
      for byte in word.utf8 {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
      }
    }
    return parts + [part]
  }

  /// Whether the one comma of a field stands between two whole names, `Ann Doe, Bo Roe`: then nobody
  /// knows whether they are two people or a double family name, and the text stays.
  private static func areTwoPeople(_ text: String) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].first == " " else { return false }
    // "Doe A, Roe B"
    let haveInitials = parts.allSatisfy { part in
      let words = part.split(separator: " ")
      return words.count == 2 && words[1].utf8.count < 4
        && words[1].utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    }
    return haveInitials
      || parts.allSatisfy { part in
        // A role may stand behind each.
        let bare = part.last == ")" ? part.prefix { $0 != "(" } : part
        let words = bare.split(separator: " ")
        return words.count > 1
          && words.allSatisfy { word in
            word.first?.isUppercase == true && !NameWords.familyParticles.contains(String(word))
              && !NameWords.ranks.contains(word.lowercased())
              && !NameWords.honorifics.contains(word.lowercased().filter { $0 != "." })
          } && (words.last.map { $0.utf8.count > 2 && $0.last != "." && $0.last != ")" } ?? false)
          && !PersonName.isBody(part)
      }
  }
}
