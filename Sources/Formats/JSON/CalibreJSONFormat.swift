import Catalogue

extension ImportFormat {
  /// What `calibredb list --for-machine` writes.
  public static let calibreJSON = JSONLayout(
    name: "calibre-json",
    detects: { json in
      guard json.isList, case .integer? = json.members["id"], json.members["title"] != nil else {
        return false
      }
      switch json.members["authors"] {
      case .string?: return true
      case .array?: return json.members["author_sort"] != nil || json.members["uuid"] != nil
      default: return false
      }
    },
    take: CalibreJSON.take
  ).format("what calibredb list --for-machine writes, JSON")
}

private enum CalibreJSON {
  private static let taken: Set<String> = [
    "id", "title", "authors", "author_sort", "rating", "timestamp", "isbn", "identifiers",
    "comments", "tags", "series", "series_index", "languages", "publisher", "pubdate", "uuid",
    "library_name",
  ]

  @Sendable
  static func take(_ json: JSONRow, _ row: inout TableRow, _ text: inout RowText) -> String? {
    row.details.title = json.text("title")
    if case .array? = json["authors"] {
      row.authors = json.texts("authors").flatMap { Contributor.split($0, by: .ampersand) }
    } else {
      row.authors = Calibre.people(json.text("authors") ?? "", sort: json.text("author_sort"))
    }
    Calibre.identify(
      &row, uuid: json.text("uuid"), id: json.text("id"), library: json.text("library_name"))
    if case .object(let identifiers)? = json["identifiers"] {
      for (kind, value) in identifiers.sorted(by: { $0.key < $1.key }) {
        guard let value = value.line else { continue }
        Calibre.takeIdentifier(kind, value, column: text.column("identifiers"), &row, &text)
      }
    }
    if let isbn = json.text("isbn"), row.isbns.isEmpty {
      row.isbns.take(isbn, column: text.column("isbn"), row: &text)
    }
    if let rating = json.text("rating") {
      // Half stars are counted; the table, in which they are halved, is another format.
      row.details.rating = text.rating(rating, text.column("rating"), best: 10)
    }
    row.details.notes = json.block("comments")
    row.tag(json.texts("tags"))
    row.details.series = json.text("series")
    Calibre.takeSeriesNumber(json.text("series_index"), &row)
    Calibre.takeLanguages(json.texts("languages"), &row)
    row.details.publisher = json.text("publisher")
    if let sort = json.text("sort") { row.details.setSortTitle(sort) }
    if let date = json.text("pubdate") { Calibre.takeDate(date, &row, &text) }
    if let timestamp = json.text("timestamp"), timestamp != "None" {
      row.addedAt =
        Instant(timestamp)
        ?? text.date(timestamp, "added_at", text.column("timestamp"))?.startOfDay
    }
    for (key, value) in json.members where !taken.contains(key) && !value.isEmpty {
      row.keepOther(key, value)
    }
    return nil
  }
}
