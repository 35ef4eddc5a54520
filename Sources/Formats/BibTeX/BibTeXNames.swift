import Catalogue

/// A list of names as BibTeX takes it apart: `First von Last`, `von Last, First`,
/// `von Last, Jr, First`, with `and` between them (Oren Patashnik, "BibTeXing", section 4).
enum BibTeXNames {
  /// The people in a field.
  /// - Parameters:
  ///   - tex: the value with its commands.
  ///   - hasOthers: set when the list ends in `and others`.
  static func people(_ tex: String, hasOthers: inout Bool) -> [Contributor] {
    var people: [Contributor] = []
    for part in parts(of: tex) {
      if part == "others" {
        hasOthers = true
      } else if let person = person(part) {
        people.append(person)
      }
    }
    return people
  }

  /// The fields of people, with the role that each stands for.
  static let roles: [(field: String, role: String?)] = [
    ("author", nil), ("editor", "editor"), ("translator", "translator"),
    ("illustrator", "illustrator"),
  ]

  /// A name as BibTeX reads it: `Family, Given` where the sort form is known.
  static func tex(_ person: Contributor) -> String {
    let name = TeXText.escaped(person.name)
    guard let sortName = person.sortName else {
      // Braces keep a name whole that BibTeX would take apart.
      let hasAnd = person.name.split(separator: " ").contains { $0.lowercased() == "and" }
      return hasAnd || person.name == "others" ? "{" + name + "}" : name
    }
    if sortName == person.name { return "{" + name + "}" }
    var parts = sortName.split(separator: ",").map { TextForm.collapsed(String($0)) }
    guard parts.count >= 2 else { return name }
    // The generation stands in the middle.
    if parts.count == 3 { parts.swapAt(1, 2) }
    return parts.map(TeXText.escaped).joined(separator: ", ")
  }

  /// The names between `and`s that stand outside of braces.
  private static func parts(of tex: String) -> [String] {
    var parts: [String] = []
    var words: [Substring] = []
    for word in split(tex[...], where: { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      if word.lowercased() == "and" {
        parts.append(words.joined(separator: " "))
        words.removeAll()
      } else {
        words.append(word)
      }
    }
    parts.append(words.joined(separator: " "))
    return parts.filter { !$0.isEmpty }
  }

  /// Parts of a text between separators outside of braces, without empty ones.
  private static func split(
    _ text: Substring, where isSeparator: (UInt8) -> Bool
  ) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    var index = text.utf8.startIndex
    while index < text.utf8.endIndex {
      let byte = text.utf8[index]
      let next = text.utf8.index(after: index)
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\\"):
        // An accent over a blank is no separator.
        if next < text.utf8.endIndex { index = next }
      default:
        if depth <= 0, isSeparator(byte) {
          if start < index { parts.append(text[start..<index]) }
          start = next
        }
      }
      index = text.utf8.index(after: index)
    }
    if start < text.endIndex { parts.append(text[start...]) }
    return parts
  }

  private static func person(_ tex: String) -> Contributor? {
    if isBraced(tex) {
      // A body, whose name is not taken apart.
      let name = TeXText.plain(tex)
      return name.isEmpty ? nil : Contributor(name: name, sortName: name)
    }
    let parts = split(tex[...], where: { $0 == UInt8(ascii: ",") })
      .map { TeXText.plain(String($0)) }.filter { !$0.isEmpty }
    switch parts.count {
    case 0: return nil
    case 1: return Contributor(name: parts[0])
    case 2:
      // `Jan van Dyke, Jr.` has its generation behind the comma, and no given name there.
      if PersonName.isSuffix(parts[1]) { return Contributor(name: parts[0] + ", " + parts[1]) }
      return Contributor(name: parts[1] + " " + parts[0], sortName: parts[0] + ", " + parts[1])
    default:
      let given = parts[2...].joined(separator: ", ")
      if PersonName.isSuffix(given), !PersonName.isSuffix(parts[1]) {
        // `King, Martin Luther, Jr.`, as libraries have it.
        return Contributor(
          name: parts[1] + " " + parts[0] + ", " + given,
          sortName: parts.joined(separator: ", "))
      }
      return Contributor(
        name: given + " " + parts[0] + ", " + parts[1],
        sortName: parts[0] + ", " + given + ", " + parts[1])
    }
  }

  /// Whether one pair of braces holds all of it.
  private static func isBraced(_ tex: String) -> Bool {
    guard tex.utf8.first == UInt8(ascii: "{"), tex.utf8.last == UInt8(ascii: "}") else {
      return false
    }
    var depth = 0
    var left = tex.utf8.count
    var isEscaped = false
    for byte in tex.utf8 {
      left -= 1
      if isEscaped {
        isEscaped = false
        continue
      }
      if byte == UInt8(ascii: "\\") { isEscaped = true }
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return left == 0 }
      }
    }
    return false
  }
}
