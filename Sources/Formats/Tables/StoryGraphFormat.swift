import Catalogue

extension ImportFormat {
  /// The library export of The StoryGraph.
  ///
  /// Its rows have no id, so the title, the authors, the number and the binding say which book a row
  /// is: the same row with another rating or date is the same book.
  public static let storyGraph = TableLayout(
    name: "storygraph", required: ["Title", "Authors", "ISBN/UID", "Read Status"],
    columns: [
      "title": .title, "authors": .names(.comma), "contributors": .kept,
      "isbn/uid": .kept, "format": .text("binding"), "read status": .text("shelf"),
      "date added": .addedAt, "last date read": .kept, "dates read": .kept,
      "star rating": .rating(best: 5), "review": .block("review"), "tags": .list("tags", ","),
    ],
    identity: ["title", "authors", "isbn/uid", "format"], anchor: "read status",
    finish: { row, text in
      StoryGraph.takeNumber(&row, &text)
      StoryGraph.takeDates(&row, &text)
      if let contributors = row.kept["contributors"] {
        row.others = Contributor.split(contributors, by: .comma)
      }
    }
  ).format("the library export of The StoryGraph, CSV")
}

private enum StoryGraph {
  /// The column holds an ISBN, Amazon's number, or the site's own.
  static func takeNumber(_ row: inout TableRow, _ text: inout RowText) {
    guard let number = row.kept["isbn/uid"] else { return }
    let hasLetters = number.unicodeScalars.contains {
      $0.properties.isAlphabetic && $0 != "x" && $0 != "X"
    }
    // mutant storygraph-exponent:
    //   `if hasLetters, !isExponent(number) {` -> `if hasLetters {` (ExportFilesTests)
    if hasLetters, !isExponent(number) {
      // Some digits of a number of the site's may by chance be an ISBN.
      guard case .asin? = error(reading: number) else {
        return row.identify("storygraph", number)
      }
    }
    row.isbns.take(number, column: text.column("isbn/uid"), row: &text)
  }

  /// `9.78014E+12`, as a spreadsheet makes it.
  private static func isExponent(_ text: String) -> Bool {
    Double(text.replacing(",", with: ".")) != nil
      && text.utf8.allSatisfy { "0123456789.,+eE".utf8.contains($0) }
  }

  private static func error(reading number: String) -> ISBNError? {
    do throws(ISBNError) {
      _ = try ISBN.read(number)
      return nil
    } catch {
      return error
    }
  }

  /// Readings as `2021/05/20-2021/06/02`, or a day alone on which one ended.
  static func takeDates(_ row: inout TableRow, _ text: inout RowText) {
    var starts: [CivilDate] = []
    var ends: [CivilDate] = []
    for reading in row.kept["dates read"]?.list(",") ?? [] {
      if let range = range(reading) {
        if let start = range.start { starts.append(start) }
        if let end = range.end { ends.append(end) }
      } else if let day = text.date(reading, "read_at", text.column("dates read")) {
        ends.append(day)
      }
    }
    if let last = row.kept["last date read"],
      let day = text.date(last, "read_at", text.column("last date read")), !ends.contains(day)
    {
      ends.append(day)
    }
    row.details.startedAt = starts.max()?.description
    if !ends.isEmpty { row.details.readAt = ends.sorted().map(\.description) }
    // One start is kept; the whole says when the other readings began.
    if starts.count > 1, let readings = row.kept["dates read"] {
      row.keepOther("Dates Read", .string(readings))
    }
  }

  private static func range(_ text: String) -> (start: CivilDate?, end: CivilDate?)? {
    // Two days are short; each dash may be the one between them.
    // mutant reading-range: `text.utf8.count <= 64` -> `true` (LinearTimeTests)
    guard text.utf8.count <= 64 else { return nil }
    for dash in text.indices where text[dash] == "-" {
      let start = TextForm.collapsed(String(text[..<dash]))
      let end = TextForm.collapsed(String(text[text.index(after: dash)...]))
      let days = (CivilDate(start), CivilDate(end))
      let isRange = (days.0 != nil || start.isEmpty) && (days.1 != nil || end.isEmpty)
      if isRange, days.0 != nil || days.1 != nil { return days }
    }
    return nil
  }
}
