extension BookField {
  /// The table of fields, in the order in which they are listed. A field that is added is one line here
  /// and one migration; one that no code has to know by name needs no property in
  /// `BookDetails`, and its line has no path.
  static let table: [Row] = [
    own("number", "Number", .count, "the number that people type", [.listed, .sortable]),
    own("id", "ID", .key, "the same in every copy of the library"),
    own("account", "Account", .key, "the name of the account that the book belongs to"),
    own("isbn", "ISBN", .isbn, "ISBN-13 without hyphens", [.listed]),
    text("title", "Title", \.title, "the title", search: .title, [.listed, .sortable]),
    text("sort_title", "Sort title", \.sortTitle, "the title as it sorts", of: "title", [.hidden]),
    text("subtitle", "Subtitle", \.subtitle, "the subtitle", search: .title),
    list(
      "authors", "Authors", .people, \.authors, "names as they are shown, in order",
      search: .authors, [.listed, .sortable]),
    Row(
      name: "contributors", label: "Contributors", summary: "people with their roles",
      kind: .contributors, place: .contributors(Slot(\.contributors, "contributors")),
      owner: "authors",
      traits: [.hidden]),
    text("publisher", "Publisher", \.publisher, "the publisher", search: .publisher),
    text("published", "Published", \.published, "the date of publication, as printed", as: .date),
    own(
      "year", "Year", .count, "the year of `published`, when it is plausible", [.listed, .sortable]),
    text("language", "Language", \.language, "the language: fr, fra, French", as: .language),
    count("pages", "Pages", \.pages, "the number of pages", from: 1),
    text("series", "Series", \.series, "the series", search: .title),
    text(
      "series_number", "Series number", \.seriesNumber, "the place in the series: 2, 2.5, 1-3",
      as: .seriesNumber, of: "series"),
    list("subjects", "Subjects", .list, \.subjects, "what the book is about", search: .subjects),
    list("tags", "Tags", .list, \.tags, "tags of your own", search: .subjects),
    Row(
      name: "rating", label: "Rating", summary: "stars, from 0 to 5", kind: .rating,
      place: .rating(Slot(\.rating, "rating"))),
    text("shelf", "Shelf", \.shelf, "the shelf: to-read, read, …"),
    text("notes", "Notes", \.notes, "notes", as: .block, search: .notes),
    text("started_at", "Started", \.startedAt, "the day on which reading began", as: .day),
    list("read_at", "Read", .days, \.readAt, "the days on which reading ended"),
    text("review", "Review", \.review, "a review", as: .block, search: .notes),
    count("copies", "Copies", \.copies, "how many copies there are"),
    text("location", "Location", \.location, "where the book is kept"),
    text("binding", "Binding", \.binding, "the binding: hardcover, paperback, …"),
    Row(
      name: "identifiers", label: "Identifiers",
      summary: "other numbers, by kind: goodreads, asin, …",
      kind: .identifiers, place: .identifiers(Slot(\.identifiers, "identifiers"))),
    own("added_at", "Added", .instant, "when the book was added", [.sortable]),
    own("edited_at", "Edited", .instant, "when what was typed last changed"),
    own("fetched_at", "Fetched", .instant, "when the title source last answered"),
    own("source", "Source", .key, "the kind of source from which the title was fetched"),
    own("source_key", "Source key", .key, "the key of the source's record"),
    own("sync", "Sync", .sync, "how far the title has been fetched", [.listed]),
  ]

  private static func own(
    _ name: StaticString, _ label: String, _ kind: Kind, _ summary: String,
    _ traits: Set<Trait> = []
  ) -> Row {
    Row(name: name, label: label, summary: summary, kind: kind, traits: traits)
  }

  private static func text(
    _ name: StaticString, _ label: String, _ path: KeyPath<BookDetails, String?>? = nil,
    _ summary: String,
    as kind: Kind = .text, of owner: StaticString? = nil, search: SearchColumn? = nil,
    _ traits: Set<Trait> = []
  ) -> Row {
    Row(
      name: name, label: label, summary: summary, kind: kind, place: .text(Slot(path, name)),
      owner: owner,
      search: search, traits: traits)
  }

  private static func list(
    _ name: StaticString, _ label: String, _ kind: Kind,
    _ path: KeyPath<BookDetails, [String]?>? = nil,
    _ summary: String, search: SearchColumn? = nil, _ traits: Set<Trait> = []
  ) -> Row {
    Row(
      name: name, label: label, summary: summary, kind: kind, place: .list(Slot(path, name)),
      search: search,
      traits: traits)
  }

  private static func count(
    _ name: StaticString, _ label: String, _ path: KeyPath<BookDetails, Int?>? = nil,
    _ summary: String,
    from least: Int = 0
  ) -> Row {
    Row(
      name: name, label: label, summary: summary, kind: .count, place: .count(Slot(path, name)),
      least: least)
  }
}
