import Catalogue

/// The shown columns that the index is made of.
enum ShownColumns {
  static let select = """
    SELECT title, subtitle, authors, contributors, series, subjects, tags, publisher, notes, review,
      language, published, title_key, author_key, year,
      CASE WHEN typed->>'$.title' IS NOT NULL THEN typed->>'$.sort_title'
        WHEN fetched->>'$.title' IS NOT NULL THEN fetched->>'$.sort_title'
        ELSE imported->>'$.sort_title' END,
      CAST(substr(added_at, 1, 4) AS INTEGER)
    FROM books WHERE number = ?
    """
  static let published = 11
  static let titleKey = 12
  static let authorKey = 13
  static let year = 14
  static let yearAdded = 16

  static func details(of row: Statement) -> BookDetails {
    var details = BookDetails()
    details.title = row.optionalText(0)
    details.subtitle = row.optionalText(1)
    details.authors = list(row, 2)
    details.series = row.optionalText(4)
    details.subjects = list(row, 5)
    details.tags = list(row, 6)
    details.publisher = row.optionalText(7)
    details.notes = row.optionalText(8)
    details.review = row.optionalText(9)
    details.language = row.optionalText(10)
    details.published = row.optionalText(11)
    details.contributors = contributors(row, 3)
    // Hidden from people, and so not a column: only what the origin of the title says counts.
    details.sortTitle = row.optionalText(15)
    return details
  }

  /// The texts of a JSON array. What a hand edit put there that is no text is passed over.
  static func list(_ row: Statement, _ column: Int) -> [String]? {
    guard case .array(let elements) = json(row, column) else { return nil }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  private static func contributors(_ row: Statement, _ column: Int) -> [Contributor]? {
    guard case .array(let elements) = json(row, column) else { return nil }
    return elements.compactMap { element in
      guard case .object(let members) = element, case .string(let name) = members["name"] else {
        return nil
      }
      var contributor = Contributor(name: name)
      if case .string(let sortName) = members["sort_name"] { contributor.sortName = sortName }
      return contributor
    }
  }

  private static func json(_ row: Statement, _ column: Int) -> JSONValue? {
    row.withUTF8(column) { bytes in
      bytes.isEmpty ? nil : try? JSONValue(json: bytes.span)
    }
  }
}
