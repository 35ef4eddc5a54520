import Catalogue

extension ImportFormat {
  /// The catalogue of Calibre as a table.
  public static let calibre = TableLayout(
    name: "calibre", required: ["title", "authors"],
    marks: ["author_sort", "title_sort", "series_index", "library_name"],
    columns: [
      "title": .title, "authors": .kept, "author_sort": .kept, "rating": .rating(best: 5),
      "timestamp": .kept, "title_sort": .kept, "isbn": .kept, "identifiers": .kept,
      "comments": .block("notes"),
      "tags": .list("tags", ","), "series": .text("series"), "series_index": .kept,
      "languages": .kept, "publisher": .text("publisher"), "pubdate": .kept, "id": .kept,
      "uuid": .kept, "library_name": .kept,
    ],
    finish: { row, text in
      let kept = row.kept
      row.authors = Calibre.people(kept["authors"] ?? "", sort: kept["author_sort"])
      Calibre.identify(&row, uuid: kept["uuid"], id: kept["id"], library: kept["library_name"])
      for pair in kept["identifiers"]?.list(",") ?? [] {
        guard let colon = pair.firstIndex(of: ":") else { continue }
        let value = String(pair[pair.index(after: colon)...])
        Calibre.takeIdentifier(
          String(pair[..<colon]), value, column: text.column("identifiers"), &row, &text)
      }
      if let isbn = kept["isbn"], row.isbns.isEmpty {
        row.isbns.take(isbn, column: text.column("isbn"), row: &text)
      }
      Calibre.takeSeriesNumber(kept["series_index"], &row)
      Calibre.takeLanguages(kept["languages"]?.list(",") ?? [], &row)
      if let timestamp = kept["timestamp"] {
        row.addedAt =
          Instant(timestamp)
          ?? text.date(timestamp, "added_at", text.column("timestamp"))?.startOfDay
      }
      if let sort = kept["title_sort"] { row.details.setSortTitle(sort) }
      if let date = kept["pubdate"] { Calibre.takeDate(date, &row, &text) }
    }
  ).format("the catalogue of Calibre, CSV")
}

/// What the exports of Calibre have in common.
enum Calibre {
  /// The people in `Terry Pratchett & Neil Gaiman`; a bar stands for a comma inside a name.
  ///
  /// Earlier versions put `, ` between the names; the form that sorts then tells how many there are.
  static func people(_ names: String, sort: String?) -> [Contributor] {
    var people = Contributor.split(names, by: .ampersand)
    let sorts = sort.map { Contributor.split($0, by: .ampersand) } ?? []
    if people.count == 1, sorts.count > 1 {
      let byComma = Contributor.split(names, by: .comma)
      if byComma.count == sorts.count { people = byComma }
    }
    people.removeAll { $0.name == "Unknown" }
    guard sorts.count == people.count else { return people }
    for (index, sort) in sorts.enumerated() {
      people[index].sortName = sort.sortName ?? people[index].sortName
    }
    return people
  }

  /// A book's number in its library is no more than that; its UUID is its own.
  static func identify(_ row: inout TableRow, uuid: String?, id: String?, library: String?) {
    if let uuid {
      row.identify("calibre", uuid)
      row.originKey = "calibre:" + uuid
    } else if let id {
      row.originKey = "calibre:" + (library.map { $0 + ":" } ?? "") + id
    }
    if let id { row.keepOther("id", .string(id)) }
    if let library { row.keepOther("library_name", .string(library)) }
  }

  static func takeIdentifier(
    _ kind: String, _ value: String, column: Int, _ row: inout TableRow, _ text: inout RowText
  ) {
    let kind = FoldedText.fold(TextForm.collapsed(kind))
    let value = TextForm.collapsed(value)
    guard !kind.isEmpty, !value.isEmpty else { return }
    switch kind {
    case "isbn": row.isbns.take(value, column: column, row: &text)
    case "amazon", "mobi-asin", "asin": row.identify("asin", value)
    default: row.identify(kind, value)
    }
  }

  /// Every book has a number, 1.0 unless someone gave it one; it counts only in a series.
  static func takeSeriesNumber(_ number: String?, _ row: inout TableRow) {
    guard let number, row.details.series != nil else { return }
    row.details.seriesNumber = SeriesPlace.number(number)
  }

  static func takeLanguages(_ languages: [String], _ row: inout TableRow) {
    row.details.language = languages.first.map { Language.code($0) ?? $0 }
    if languages.count > 1 {
      row.keepOther("languages", .array(languages.map(JSONValue.string)))
    }
  }

  /// A moment of which the day counts; the year 101 stands for no date.
  static func takeDate(_ date: String, _ row: inout TableRow, _ text: inout RowText) {
    if date == "None" { return }
    if date.hasPrefix("0101-01-01") { return text.keepRaw(date, "published") }
    row.details.published =
      date.utf8.count > 10 && Instant(date) != nil ? String(date.prefix(10)) : date
  }
}
