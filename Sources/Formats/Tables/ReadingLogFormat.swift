import Catalogue

extension ImportFormat {
  /// The reading log of Open Library, with the 3 columns of earlier years or the 15 of later ones.
  public static let readingLog = TableLayout(
    name: "openlibrary-log", required: ["Work ID", "Edition ID", "Bookshelf"],
    columns: [
      "work id": .identifier("openlibrary_work"), "title": .title,
      "authors": .kept,
      "edition id": .identifier("openlibrary"), "bookshelf": .text("shelf"),
      "my ratings": .rating(best: 5), "subjects": .list("subjects", ","),
    ],
    finish: { row, _ in
      if let authors = row.kept["authors"] {
        let separator: Contributor.Separator =
          authors.contains("|") ? .bar : authors.contains(";") ? .semicolon : .comma
        row.authors = Contributor.split(authors, by: separator)
      }
      let identifiers = row.details.identifiers
      row.originKey = (identifiers?["openlibrary"] ?? identifiers?["openlibrary_work"])
        .map { "openlibrary:" + $0 }
    }
  ).format("the reading log of Open Library, CSV")
}
