import Catalogue

extension ImportFormat {
  /// A bibliography in CSL-JSON, as Zotero and others write it (Citation Style Language 1.0.2, CSL-JSON).
  public static let cslJSON = JSONLayout(
    name: "csl-json",
    detects: { json in
      guard case .string(let type)? = json.members["type"] else { return false }
      return CSLJSON.types.contains(type) && json.members["title"] != nil
        && json.members["isbn"] == nil && json.members["authors"] == nil
    },
    take: CSLJSON.take
  ).format("a bibliography in CSL-JSON")
}

private enum CSLJSON {
  /// The kinds of items (CSL 1.0.2, appendix III).
  static let types = Set(
    """
    article article-journal article-magazine article-newspaper bill book broadcast chapter classic \
    collection dataset document entry entry-dictionary entry-encyclopedia event figure graphic \
    hearing interview legal_case legislation manuscript map motion_picture musical_score pamphlet \
    paper-conference patent performance periodical personal_communication post post-weblog \
    regulation report review review-book software song speech standard thesis treaty webpage
    """.split(separator: " ").map(String.init))

  /// Names of people by the part that they had.
  private static let roles = [
    ("author", nil), ("editor", "editor"), ("collection-editor", "series editor"),
    ("translator", "translator"), ("illustrator", "illustrator"), ("composer", "composer"),
    ("director", "director"), ("interviewer", "interviewer"), ("compiler", "compiler"),
    ("narrator", "narrator"), ("contributor", "contributor"), ("container-author", "author"),
    ("editorial-director", "editorial director"), ("reviewed-author", "reviewed author"),
    ("original-author", "original author"), ("recipient", "recipient"),
  ]

  private static let taken: Set<String> =
    Set(roles.map(\.0)).union([
      "title", "ISBN", "issued", "publisher", "number-of-pages", "language", "note", "keyword",
      "collection-title", "collection-number", "DOI", "LCCN", "OCLC", "PMID",
    ])

  @Sendable
  static func take(_ json: JSONRow, _ row: inout TableRow, _ text: inout RowText) -> String? {
    if takeOwn(json, &row, &text) { return nil }
    row.details.title = json.text("title")
    takePeople(json, &row)
    var others: [JSONValue] = []
    for (number, isFirst) in numbers(json) {
      // The first is the book's; others may be of its other forms, and are no misprints.
      if isFirst || row.isbns.isEmpty {
        row.isbns.take(number, column: text.column("ISBN"), row: &text)
      } else if (try? ISBN.read(number).isbn) != row.isbns.isbn {
        others.append(.string(number))
      }
    }
    if !others.isEmpty { row.keepOther("ISBN", .array(others)) }
    if let issued = json["issued"] {
      if let date = CSLDate.text(issued) {
        row.details.published = date
      } else if !issued.isEmpty {
        row.keepOther("issued", issued)
      }
    }
    row.details.publisher = json.text("publisher")
    if let pages = json.text("number-of-pages") {
      row.details.pages = text.whole(pages, "pages", text.column("number-of-pages"))
    }
    row.details.language = json.text("language").map { Language.code($0) ?? $0 }
    row.details.notes = json.block("note")
    let keywords = json.text("keyword")
    row.tag(keywords?.list(keywords?.contains(";") == true ? ";" : ",") ?? json.texts("keyword"))
    row.details.series = json.text("collection-title")
    row.details.seriesNumber = json.text("collection-number")
    for (key, kind) in [("DOI", "doi"), ("LCCN", "lccn"), ("OCLC", "oclc"), ("PMID", "pmid")] {
      if let value = json.text(key) { row.identify(kind, value) }
    }
    for (key, value) in json.members where !taken.contains(key) && !value.isEmpty {
      row.keepOther(key, value)
    }
    if let id = json.text("id") {
      // Files number their entries each for itself, so that the title must agree too.
      row.originKey =
        "csl:\(id):"
        + JSONRowReader.key(["title": json["title"] ?? .null]).dropFirst("row:".count)
    }
    return nil
  }

  /// What this program wrote of the whole book beside what other programs read.
  private static func takeOwn(
    _ json: JSONRow, _ row: inout TableRow, _ text: inout RowText
  ) -> Bool {
    guard case .object(let custom)? = json["custom"],
      case .object(let own)? = custom["libraryctl"], case .object(let book)? = own["book"],
      case .string(let id)? = own["id"]
    else { return false }
    for number in json.texts("ISBN") {
      row.isbns.take(number, column: text.column("ISBN"), row: &text)
    }
    for (key, value) in book { row.details.take(value, for: key) }
    row.originKey = "id:" + id
    if case .string(let moment)? = own["added_at"] { row.addedAt = Instant(moment) }
    return true
  }

  /// The numbers in the field, which may hold several: `0-201-89683-4 978-0-201-89683-1`.
  private static func numbers(_ json: JSONRow) -> [(String, isFirst: Bool)] {
    var numbers: [String] = []
    for text in json.texts("ISBN") {
      let parts = text.split { " ,;".contains($0) }.map(String.init)
      let areNumbers = parts.allSatisfy { (try? ISBN.read($0)) != nil }
      numbers += areNumbers ? parts : [text]
    }
    return numbers.enumerated().map { ($0.element, $0.offset == 0) }
  }

  private static func takePeople(_ json: JSONRow, _ row: inout TableRow) {
    for (key, role) in roles {
      guard case .array(let names)? = json[key] else {
        if let name = json.text(key) { row.others.append(Contributor(name: name, role: role)) }
        continue
      }
      for name in names {
        guard let person = CSLName.contributor(name, role: role) else { continue }
        if key == "author" { row.authors.append(person) } else { row.others.append(person) }
      }
    }
    // A collection has its editors in the place of authors.
    if row.authors.isEmpty {
      row.authors = row.others.filter { $0.role == "editor" }
      row.others.removeAll { $0.role == "editor" }
    }
  }
}
