import Catalogue

/// A row of a table as far as it was read.
struct TableRow {
  var details = BookDetails()
  var isbns = ISBNCells()
  var originKey: String?
  var addedAt: Instant?
  /// Whom the file calls authors.
  var authors: [Contributor] = []
  /// Whether a name that comes twice is that of two people: in what this library wrote. Elsewhere it
  /// is one, who stands in two columns.
  var keepsNamesakes = false
  /// Others who had a part in the book.
  var others: [Contributor] = []
  /// The values of the columns that are `kept`, by folded name.
  var kept: [String: String] = [:]
  var year: String?
  /// Fields that several columns hold, and one of them has given.
  var filled: Set<TableField> = []

  mutating func keepOther(_ name: String, _ value: JSONValue) {
    details.other = details.other ?? [:]
    details.other?[name] = value
  }

  mutating func identify(_ kind: String, _ text: String) {
    details.identifiers = details.identifiers ?? [:]
    details.identifiers?[kind] = text
  }

  /// Adds words to the tags, each once.
  mutating func tag(_ tags: [String]) {
    let new = tags.filter { details.tags?.contains($0) != true }
    if !new.isEmpty { details.tags = (details.tags ?? []) + new }
  }

  /// Puts the parts of the row together.
  mutating func finish(raw: [String: JSONValue]) {
    isbns.finish(&details)
    finishPeople()
    if details.published == nil { details.published = year }
    if !raw.isEmpty { details.raw = (details.raw ?? [:]).merging(raw) { a, _ in a } }
  }

  private mutating func finishPeople() {
    var seen: Set<String> = []
    let authors = authors.filter { seen.insert($0.name).inserted || keepsNamesakes }
    if !authors.isEmpty { details.authors = authors.map(\.name) }
    let people = authors + others
    let saysMore = people.contains {
      $0.sortName != nil || $0.role != nil || $0.dates != nil
    }
    if saysMore || !others.isEmpty { details.contributors = people }
  }
}
