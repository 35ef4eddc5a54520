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
  /// The lists of the row, by the field's name.
  private var lists: [String: List] = [:]

  mutating func keepOther(_ name: String, _ value: JSONValue) {
    details.other = details.other ?? [:]
    details.other?[name] = value
  }

  mutating func identify(_ kind: String, _ text: String) {
    details.identifiers = details.identifiers ?? [:]
    details.identifiers?[kind] = text
  }

  /// Adds words to the tags that are not among them.
  mutating func tag(_ tags: [String]) { take(tags, for: "tags") }

  /// Adds texts to a list that are not in it; several columns may hold parts of one list.
  mutating func take(_ texts: [String], for key: String) {
    guard !texts.isEmpty else { return }
    guard var list = lists.removeValue(forKey: key) else {
      lists[key] = List(texts: texts)
      return
    }
    list.add(texts)
    lists[key] = list
  }

  private struct List {
    var texts: [String]
    /// The same texts, once others were added.
    private var known: Set<String> = []

    init(texts: [String]) { self.texts = texts }

    mutating func add(_ others: [String]) {
      if known.isEmpty { known.formUnion(texts) }
      let new = others.filter { !known.contains($0) }
      texts += new
      known.formUnion(new)
    }
  }

  /// Puts the parts of the row together.
  mutating func finish(raw: [String: JSONValue]) {
    for (key, list) in lists { details.take(.array(list.texts.map(JSONValue.string)), for: key) }
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
