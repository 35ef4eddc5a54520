import Catalogue

/// The people and bodies of a record: fields 1xx and 7xx, in order.
///
/// A heading with a title names another work, and a meeting or a body that is only added counts where
/// nobody else is named, or where the record says that it wrote.
struct MARCNames {
  private var contributors: [Contributor] = []
  /// The names of those, each with its part.
  private var known: Set<Contributor> = []
  private var addedBodies: [Contributor] = []

  mutating func take(_ field: MARCRecord.Field, of record: MARCRecord) {
    for subfield in record.subfields(of: field) where subfield.code == UInt8(ascii: "t") { return }
    guard let heading = Self.heading(field, of: record) else { return }
    let roles = Self.roles(of: field, record)
    if !roles.isEmpty, roles.allSatisfy(Self.isApart) { return }
    let role = roles.first { !Self.isApart($0) }
    let isPerson = field.tag % 100 == 0
    var contributor: Contributor
    if isPerson, record.indicator(0, of: field) == UInt8(ascii: "1") {
      contributor = Self.plainPerson(heading) ?? Contributor(heading: heading)
      contributor.role = role
    } else {
      // With indicator 0 or 3 the name stands as it is spoken.
      contributor = Contributor(name: heading, sortName: isPerson ? nil : heading, role: role)
    }
    if isPerson, contributor.dates == nil { contributor.dates = Self.dates(of: field, record) }
    // A meeting writes nothing, and heads the record of its papers all the same.
    let isAddedBody = field.tag == 111 || field.tag >= 700 && !isPerson
    if isAddedBody, role.map(Self.isAuthor) != true {
      addedBodies.append(contributor)
    } else if known.insert(Contributor(name: contributor.name, role: role)).inserted {
      contributors.append(contributor)
    }
  }

  /// The usual heading, `Family, Given Names`, quickly; nil for one that needs a closer look.
  private static func plainPerson(_ heading: String) -> Contributor? {
    let utf8 = heading.utf8
    guard let comma = utf8.firstIndex(of: UInt8(ascii: ",")), comma != utf8.startIndex else {
      return nil
    }
    let space = utf8.index(after: comma)
    guard space != utf8.endIndex, utf8[space] == 0x20 else { return nil }
    let given = heading[utf8.index(after: space)...]
    // A generation, a degree or a role would be short, or have capitals only.
    guard given.utf8.count > 4 else { return nil }
    var smallLetters = 0
    for byte in utf8[space...] {
      switch byte {
      // Small letters, and those of Latin with marks.
      case 0x61...0x7A: smallLetters += 1
      case 0xC3...0xC9, 0x80...0xBF: break
      case 0x41...0x5A, 0x20, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "'"): break
      default: return nil
      }
    }
    guard smallLetters > 2, let first = given.utf8.first, 0x41...0x5A ~= first || first >= 0xC3
    else { return nil }
    return Contributor(name: given + " " + heading[..<comma], sortName: heading)
  }

  private static func dates(of field: MARCRecord.Field, _ record: MARCRecord) -> String? {
    guard let text = record.text(UInt8(ascii: "d"), of: field) else { return nil }
    var dates = ISBD.trimmed(text)
    if dates.utf8.last == UInt8(ascii: ".") { dates.removeLast() }
    return dates.isEmpty ? nil : dates
  }

  /// The name as it stands in the record, without dates and roles: `Stringer, Arthur`.
  static func heading(_ field: MARCRecord.Field, of record: MARCRecord) -> String? {
    var tag = field.tag
    if tag == 880, let link = record.text(UInt8(ascii: "6"), of: field) {
      tag = Int(link.prefix(3)) ?? 100
    }
    let isPerson = tag % 100 == 0
    var heading = ""
    for subfield in record.subfields(of: field) {
      let text: String
      switch subfield.code {
      case UInt8(ascii: "a"):
        guard heading.isEmpty else { continue }
        heading = ISBD.withoutStop(record.text(subfield, of: field))
        continue
      case UInt8(ascii: "b"):
        // The numeration of a person, a part of a body.
        text = ISBD.withoutStop(record.text(subfield, of: field))
        if !text.isEmpty { heading += (isPerson ? " " : ". ") + text }
        continue
      case UInt8(ascii: "c") where isPerson:
        text = ISBD.withoutStop(record.text(subfield, of: field))
        // Rank and generation belong to the name; what tells two people apart stands in brackets.
        if !text.isEmpty, !text.hasPrefix("(") { heading += ", " + text }
        continue
      default: continue
      }
    }
    return heading.isEmpty ? nil : heading
  }

  private static func roles(of field: MARCRecord.Field, _ record: MARCRecord) -> [String] {
    var roles = Distinct<String>()
    // In a conference's heading `e` is a part of it.
    let isMeeting = field.tag % 100 == 11
    for subfield in record.subfields(of: field)
    where subfield.code == UInt8(ascii: "4")
      || subfield.code == (isMeeting ? UInt8(ascii: "j") : UInt8(ascii: "e"))
    {
      // A link to the list of terms ends in the code.
      let text = record.text(subfield, of: field)
      let last =
        text.utf8.contains(UInt8(ascii: "/"))
        ? text.split(separator: "/").last.map(String.init) ?? text : text
      if let role = ContributorRole(last)?.name { roles.insert(role) }
    }
    return roles.values
  }

  func finish(_ details: inout BookDetails) {
    details.setPeople(contributors.isEmpty ? addedBodies : contributors)
  }

  /// Whether it is a part in writing the book.
  private static func isAuthor(_ role: String) -> Bool {
    switch role {
    case "author", "creator", "compiler", "editor", "issuing body": true
    default: false
    }
  }

  /// Whether it is no part in making what the book holds.
  private static func isApart(_ role: String) -> Bool {
    switch role {
    case "publisher", "printer", "distributor", "sponsor", "former owner", "owner", "dedicatee",
      "bookseller", "binder", "donor", "funder", "manufacturer", "collector", "host institution",
      "degree granting institution", "honoree", "inscriber", "signer", "associated name":
      true
    default: false
    }
  }
}
