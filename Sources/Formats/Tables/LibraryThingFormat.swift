import Catalogue

extension ImportFormat {
  /// The tab-separated export of LibraryThing.
  public static let libraryThing = TableLayout(
    name: "librarything", required: ["Book Id", "Title", "Primary Author"],
    columns: [
      "book id": .kept, "title": .title, "sort character": .kept, "primary author": .kept,
      "primary author role": .kept,
      "secondary author": .kept, "secondary author roles": .kept, "publication": .kept,
      "date": .text("published"), "review": .block("review"), "rating": .rating(best: 5),
      "comment": .block("notes"), "private comment": .kept, "media": .text("binding"),
      "page count": .count("pages"), "lccn": .identifier("lccn"), "date started": .kept,
      "date read": .dates("read_at"), "tags": .list("tags", ","), "collections": .kept,
      "languages": .kept, "isbn": .isbn, "isbns": .kept, "subjects": .list("subjects", "|"),
      "copies": .count("copies"), "entry date": .addedAt, "oclc": .identifier("oclc"),
      "work id": .identifier("librarything_work"),
    ],
    numberColumn: "book id", finish: LibraryThing.finish
  ).format("the export of LibraryThing, tab-separated")
}

/// What the two exports of LibraryThing have in common.
enum LibraryThing {
  @Sendable
  static func finish(_ row: inout TableRow, _ text: inout RowText) {
    if let id = row.kept["book id"] { identify(&row, id) }
    takePeople(&row)
    if let publication = row.kept["publication"] {
      row.keepOther("Publication", .string(publication))
      row.details.publisher = publisher(in: publication)
    }
    if let comment = row.kept["private comment"] {
      if row.details.notes == nil {
        row.details.notes = comment
      } else {
        row.keepOther("Private Comment", .string(comment))
      }
    }
    if let started = row.kept["date started"] {
      let days = started.list(",").compactMap {
        text.date($0, "started_at", text.column("date started"))
      }
      row.details.startedAt = days.max()?.description
      if days.count > 1 { row.keepOther("Date Started", .string(started)) }
    }
    if let collections = row.kept["collections"] {
      takeCollections(collections.list(","), "Collections", &row)
    }
    if let languages = row.kept["languages"] {
      let all = languages.list(",")
      row.details.language = all.first.map { Language.code($0) ?? $0 }
      if all.count > 1 { row.keepOther("Languages", .string(languages)) }
    }
    if let start = row.kept["sort character"] { takeSortCharacter(start, &row) }
    if let isbns = row.kept["isbns"] {
      takeMoreISBNs(isbns.list(","), "ISBNs", &row)
    }
  }

  static func identify(_ row: inout TableRow, _ id: String) {
    row.identify("librarything", id)
    row.originKey = "librarything:" + id
  }

  private static func takePeople(_ row: inout TableRow) {
    if let name = row.kept["primary author"] {
      row.authors = [person(name, row.kept["primary author role"])]
    }
    guard let names = row.kept["secondary author"] else { return }
    let roles = (row.kept["secondary author roles"] ?? "")
      .split(separator: "|", omittingEmptySubsequences: false)
    for (index, name) in names.split(separator: "|", omittingEmptySubsequences: false).enumerated()
    {
      let name = TextForm.collapsed(String(name))
      guard !name.isEmpty else { continue }
      row.authors.append(person(name, index < roles.count ? String(roles[index]) : nil))
    }
  }

  static func person(_ heading: String, _ role: String?) -> Contributor {
    var person = Contributor(heading: heading)
    if let role = role.flatMap({ ContributorRole($0) })?.name { person.role = role }
    if person.role == "author" { person.role = nil }
    return person
  }

  /// The character, counted from 1, at which a title begins when it is sorted.
  static func takeSortCharacter(_ text: String, _ row: inout TableRow) {
    guard let start = Int(text), start > 0, start < 100 else { return }
    row.details.setNonFilingCharacters(start - 1)
  }

  /// The publisher in `Gallimard (1979), Poche, 590 pages`.
  static func publisher(in publication: String) -> String? {
    guard let open = publication.firstIndex(of: "(") else { return nil }
    let year = publication[publication.index(after: open)...].prefix { $0 != ")" }
    guard year.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    let name = TextForm.collapsed(String(publication[..<open]))
    return name.isEmpty ? nil : name
  }

  /// Where a book stands: the first of the site's own collections that tell how far it was read, or
  /// that it is only wished for, is the shelf; others are tags. `Your library` says nothing more
  /// than that the book is there.
  static func takeCollections(_ collections: [String], _ name: String, _ row: inout TableRow) {
    let shelf = collections.first { shelves.contains(FoldedText.fold($0)) }
    row.details.shelf = shelf
    row.tag(collections.filter { $0 != shelf && FoldedText.fold($0) != "your library" })
    if !collections.isEmpty {
      row.keepOther(name, .array(collections.map(JSONValue.string)))
    }
  }

  private static let shelves: Set<String> = [
    "to read", "currently reading", "read but unowned", "wishlist",
  ]

  /// Numbers beside the first one: they are of the same book in another form, or of other printings.
  static func takeMoreISBNs(_ isbns: [String], _ name: String, _ row: inout TableRow) {
    let others = isbns.filter { text in
      guard let found = try? ISBN.read(text).isbn else { return true }
      return !row.isbns.fill(found)
    }
    if !others.isEmpty { row.keepOther(name, .array(others.map(JSONValue.string))) }
  }
}
