import Catalogue

extension ImportFormat {
  /// The JSON export of LibraryThing: one object whose members are the books.
  public static let libraryThingJSON = JSONLayout(
    name: "librarything-json", hasMembers: true,
    detects: { json in json.members["books_id"] != nil },
    take: LibraryThingJSON.take
  ).format("the export of LibraryThing, JSON")
}

private enum LibraryThingJSON {
  private static let taken: Set<String> = [
    "books_id", "title", "primaryauthor", "primaryauthorrole", "authors", "date", "publication",
    "language", "language_codeA", "originalisbn", "isbn", "asin", "pages", "entrydate",
    "datestarted", "dateread", "tags", "collections", "review", "comment", "privatecomment",
    "copies", "format", "lccn", "oclc", "workcode", "rating", "sortcharacter",
  ]

  @Sendable
  static func take(_ json: JSONRow, _ row: inout TableRow, _ text: inout RowText) -> String? {
    guard let id = json.text("books_id") else { return "the record has no books_id" }
    LibraryThing.identify(&row, id)
    row.details.title = json.text("title")
    takePeople(json, &row)
    row.details.published = json.text("date")
    if let publication = json.text("publication") {
      row.details.publisher = LibraryThing.publisher(in: publication)
      row.keepOther("publication", .string(publication))
    }
    takeISBNs(json, &row, &text)
    if let pages = json.text("pages") {
      row.details.pages = text.whole(pages, "pages", text.column("pages"))
    }
    if let copies = json.text("copies") {
      row.details.copies = text.whole(copies, "copies", text.column("copies"))
    }
    if let rating = json.text("rating") {
      row.details.rating = text.rating(rating, text.column("rating"))
    }
    takeDates(json, &row, &text)
    row.tag(json.texts("tags"))
    LibraryThing.takeCollections(json.texts("collections"), "collections", &row)
    row.details.review = json.block("review")
    row.details.notes = json.block("comment") ?? json.block("privatecomment")
    if json["comment"] != nil, let comment = json.block("privatecomment") {
      row.keepOther("privatecomment", .string(comment))
    }
    takeLanguage(json, &row)
    if let start = json.text("sortcharacter") { LibraryThing.takeSortCharacter(start, &row) }
    takeFormat(json, &row)
    for (key, kind) in [
      ("asin", "asin"), ("lccn", "lccn"), ("oclc", "oclc"), ("workcode", "librarything_work"),
    ] {
      if let value = json.text(key) { row.identify(kind, value) }
    }
    for (key, value) in json.members where !taken.contains(key) && !value.isEmpty {
      row.keepOther(key, value)
    }
    return nil
  }

  private static func takePeople(_ json: JSONRow, _ row: inout TableRow) {
    if case .array(let authors)? = json["authors"] {
      for case .object(let members) in authors {
        let author = JSONRow(members: members)
        guard let heading = author.text("lf") ?? author.text("fl") else { continue }
        var person = LibraryThing.person(heading, author.text("role"))
        if let name = author.text("fl") {
          person.name = name
          person.sortName = heading == name ? nil : heading
        }
        row.authors.append(person)
      }
    }
    if row.authors.isEmpty, let heading = json.text("primaryauthor") {
      row.authors = [LibraryThing.person(heading, json.text("primaryauthorrole"))]
    }
  }

  private static func takeISBNs(_ json: JSONRow, _ row: inout TableRow, _ text: inout RowText) {
    if let isbn = json.text("originalisbn") {
      row.isbns.take(isbn, column: text.column("originalisbn"), row: &text)
    }
    LibraryThing.takeMoreISBNs(json.texts("isbn"), "isbn", &row)
  }

  private static func takeDates(_ json: JSONRow, _ row: inout TableRow, _ text: inout RowText) {
    if let started = json.text("datestarted") {
      row.details.startedAt =
        text.date(started, "started_at", text.column("datestarted"))?.description
    }
    let read = json.texts("dateread").compactMap {
      text.date($0, "read_at", text.column("dateread"))?.description
    }
    if !read.isEmpty { row.details.readAt = read }
    if let entry = json.text("entrydate") {
      row.addedAt = text.date(entry, "added_at", text.column("entrydate"))?.startOfDay
    }
  }

  private static func takeLanguage(_ json: JSONRow, _ row: inout TableRow) {
    let languages = json.texts("language")
    let code = json.texts("language_codeA").first.flatMap(Language.code)
    row.details.language = code ?? languages.first.map { Language.code($0) ?? $0 }
    if languages.count > 1 {
      row.keepOther("languages", .array(languages.map(JSONValue.string)))
    }
  }

  /// The media, as a list of `{"code": …, "text": …}`.
  private static func takeFormat(_ json: JSONRow, _ row: inout TableRow) {
    guard let format = json["format"], !format.isEmpty else { return }
    if case .array(let elements) = format, case .object(let members)? = elements.first,
      let name = JSONRow(members: members).text("text")
    {
      row.details.binding = name
      if elements.count == 1, members.count == 2 { return }
    } else if let name = format.line {
      row.details.binding = name
      return
    }
    row.keepOther("format", format)
  }
}
