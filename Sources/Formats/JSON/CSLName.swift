import Catalogue

/// Names of people in CSL-JSON.
enum CSLName {
  /// Puts a name together from its parts; a name that is not taken apart stands in `literal`.
  static func contributor(_ value: JSONValue, role: String?) -> Contributor? {
    guard case .object(let members) = value else {
      return value.line.map { Contributor(name: $0, role: role) }
    }
    let json = JSONRow(members: members)
    if let name = json.text("literal") { return Contributor(name: name, role: role) }
    let particle = joined([json.text("dropping-particle"), json.text("non-dropping-particle")])
    guard let family = json.text("family") else {
      return json.text("given").map { Contributor(name: $0, role: role) }
    }
    let given = joined([json.text("given"), particle])
    let suffix = json.text("suffix").map { ", " + $0 } ?? ""
    let name = joined([given, family]) ?? family
    return Contributor(
      name: name + suffix, sortName: given.map { "\(family), \($0)\(suffix)" }, role: role)
  }

  private static func joined(_ parts: [String?]) -> String? {
    let parts = parts.compactMap(\.self)
    guard let first = parts.first else { return nil }
    return parts.dropFirst().reduce(first) { text, part in
      // `d'` and `L’` stand close to what follows.
      text.last.map { "'’-".contains($0) } == true ? text + part : text + " " + part
    }
  }
}

/// Dates in CSL-JSON.
enum CSLDate {
  /// The date as text: `2001-05`, `1999/2001`, `c. 1950`, or what the file says in words.
  static func text(_ value: JSONValue) -> String? {
    guard case .object(let members) = value else { return value.line }
    let json = JSONRow(members: members)
    if let words = json.text("raw") ?? json.text("literal") { return words }
    guard case .array(let ends)? = json["date-parts"] else { return nil }
    let days = ends.compactMap(day)
    guard !days.isEmpty else { return nil }
    let isAbout =
      switch json["circa"] {
      case nil, .bool(false)?, .integer(0)?: false
      default: true
      }
    return (isAbout ? "c. " : "") + days.joined(separator: "/")
  }

  private static func day(_ value: JSONValue) -> String? {
    guard case .array(let parts) = value else { return value.line }
    let numbers = parts.prefix(3).compactMap(\.line)
    guard let year = numbers.first else { return nil }
    return numbers.dropFirst().reduce(year) { text, part in
      text + (part.utf8.count == 1 ? "-0" : "-") + part
    }
  }
}
