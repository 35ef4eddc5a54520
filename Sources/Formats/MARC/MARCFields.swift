import Catalogue

/// A book as fields of MARC 21, in the order of their tags.
struct MARCFields {
  struct Field {
    let tag: String
    let indicators: String
    let subfields: [(code: String, text: String)]
    var isControl: Bool { tag < "010" }
  }

  private(set) var fields: [Field] = []

  init(_ book: ListedBook) {
    let details = book.details
    control("001", book.id)
    control("003", "libraryctl")
    control("008", Self.fixedField(book))
    add("010", "  ", [("a", details.identifiers?["lccn"])])
    if let isbn = book.isbn {
      add("020", "  ", [("a", isbn.description), ("q", details.binding)])
    }
    add("020", "  ", [("z", details.identifiers?["invalid_isbn"])])
    add("022", "  ", [("a", details.identifiers?["issn"])])
    for (kind, number) in (details.identifiers ?? [:]).sorted(by: { $0.key < $1.key })
    where !["lccn", "issn", "oclc", "invalid_isbn"].contains(kind) {
      add("024", "7 ", [("a", number), ("2", kind)])
    }
    add("035", "  ", [("a", details.identifiers?["oclc"].map { "(OCoLC)" + $0 })])
    let people = book.people
    if let first = people.first, first.role == nil || first.role == "author" {
      person("100", first)
    }
    add(
      "245", "\(people.isEmpty ? 0 : 1)\(Self.nonFiling(details))",
      [
        ("a", details.title.map { details.subtitle == nil ? $0 : $0 + " :" }),
        ("b", details.subtitle),
      ])
    if details.publisher != nil || details.published != nil {
      add("264", " 1", [("b", details.publisher.map { $0 + "," }), ("c", details.published)])
    }
    add("300", "  ", [("a", details.pages.map { "\($0) pages" })])
    if let series = details.series {
      add(
        "490", "0 ",
        [("a", details.seriesNumber == nil ? series : series + " ;"), ("v", details.seriesNumber)])
    }
    for line in (details.notes ?? "").lines where !line.isEmpty {
      add("500", "  ", [("a", String(line))])
    }
    for subject in details.subjects ?? [] { add("653", "  ", [("a", subject)]) }
    let hasMainEntry = fields.contains { $0.tag.hasPrefix("1") }
    for (index, other) in people.enumerated() where index > 0 || !hasMainEntry {
      person("700", other)
    }
    add("852", "  ", [("b", details.location)])
  }

  /// How many characters stand before the word by which the title sorts.
  private static func nonFiling(_ details: BookDetails) -> Int {
    var before: Unicode.Scalar = " "
    for (count, scalar) in (details.title ?? "").unicodeScalars.prefix(10).enumerated() {
      if before == " " || before == "'" || before == "’" || before == "-" {
        var read = BookDetails()
        read.title = details.title
        read.language = details.language
        read.setNonFilingCharacters(count)
        if read.sortTitle == details.sortTitle { return count }
      }
      before = scalar
    }
    return 0
  }

  private mutating func control(_ tag: String, _ text: String) {
    fields.append(Field(tag: tag, indicators: "  ", subfields: [("", text)]))
  }

  /// Adds a field with the subfields that have a text.
  mutating func add(_ tag: String, _ indicators: String, _ subfields: [(String, String?)]) {
    let said = subfields.compactMap { code, text in text.map { (code: code, text: $0) } }
    if !said.isEmpty {
      fields.append(Field(tag: tag, indicators: indicators, subfields: said))
    }
  }

  private mutating func person(_ tag: String, _ person: Contributor) {
    let isBody = person.sortName == person.name
    let tag = isBody ? (tag == "100" ? "110" : "710") : tag
    let isInverted = !isBody && person.sortName != nil
    add(
      tag, isBody ? "2 " : isInverted ? "1 " : "0 ",
      [
        (
          "a",
          (person.sortName ?? person.name) + (person.role == nil && person.dates == nil ? "" : ",")
        ),
        ("d", person.dates.map { person.role == nil ? $0 : $0 + "," }),
        ("e", person.role), ("4", person.role.flatMap { ContributorRole($0)?.marcCode }),
      ])
  }

  /// The forty characters of field 008.
  private static func fixedField(_ book: ListedBook) -> String {
    let digits = book.addedAt.utf8.filter { $0 >= 0x30 && $0 <= 0x39 }
    let entered = digits.count >= 8 ? String(decoding: digits[2..<8], as: UTF8.self) : "000101"
    let date = book.year.map { "s\($0)    " } ?? "nuuuuuuuu"
    let code = book.details.language
    let language =
      code.flatMap(Language.bibliographicCode) ?? code.flatMap { $0.utf8.count == 3 ? $0 : nil }
      ?? "und"
    return entered + date + "xx            000 0 " + language + " d"
  }

  /// The fields as a record in memory.
  var record: MARCRecord {
    var bytes = Array("00000nam a2200000 a 4500".utf8)
    var places: [MARCRecord.Field] = []
    for field in fields {
      let start = bytes.count
      if !field.isControl { bytes += field.indicators.utf8 }
      for subfield in field.subfields {
        if !field.isControl { bytes.append(MARCRecord.subfieldDelimiter) }
        bytes += subfield.code.utf8
        // What delimits fields is no text.
        for byte in subfield.text.utf8 { bytes.append((0x1D...0x1F).contains(byte) ? 0x20 : byte) }
      }
      let tag = Array(field.tag.utf8)
      places.append(
        MARCRecord.Field(
          tag: MARCRecord.Field.tag(tag[0], tag[1], tag[2]), start: start, end: bytes.count))
    }
    return MARCRecord(bytes: bytes, fields: places, encoding: .utf8)
  }
}
