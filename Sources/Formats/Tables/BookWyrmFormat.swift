import Catalogue

extension ImportFormat {
  /// The export of BookWyrm.
  public static let bookWyrm = TableLayout(
    name: "bookwyrm", required: ["title", "author_text", "remote_id"],
    columns: [
      "title": .title, "author_text": .names(.comma), "remote_id": .kept,
      "openlibrary_key": .identifier("openlibrary"), "finna_key": .identifier("finna"),
      "libris_key": .identifier("libris"), "inventaire_id": .identifier("inventaire"),
      "librarything_key": .identifier("librarything"), "goodreads_key": .identifier("goodreads"),
      "bnf_id": .identifier("bnf"), "viaf": .identifier("viaf"),
      "wikidata": .identifier("wikidata"), "asin": .identifier("asin"),
      "aasin": .identifier("aasin"), "isfdb": .identifier("isfdb"), "isbn_13": .isbn,
      "isbn_10": .kept, "oclc_number": .identifier("oclc"), "pages": .count("pages"),
      "start_date": .date("started_at"), "finish_date": .dates("read_at"),
      "rating": .rating(best: 5), "review_content": .block("review"), "shelf": .text("shelf"),
    ],
    identity: ["title", "author_text", "isbn_13", "isbn_10"], anchor: "isbn_13",
    finish: { row, text in
      // The longer number counts first, wherever it stands.
      if let isbn = row.kept["isbn_10"] {
        row.isbns.take(isbn, column: text.column("isbn_10"), row: &text)
      }
      if let id = row.kept["remote_id"] {
        row.identify("bookwyrm", id)
        row.originKey = "bookwyrm:" + id
      }
    }
  ).format("the export of BookWyrm, CSV")
}
