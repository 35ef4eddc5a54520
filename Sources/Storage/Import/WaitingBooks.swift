import Catalogue

/// New books of a batch that are not in the library yet, with what a later row may know them by.
struct WaitingBooks {
  private(set) var rows: [BookInsertion.Row] = []
  /// For each, the place of its outcome among those of the batch, and what to say beside it.
  private(set) var outcomes: [(place: Int, warning: String?)] = []

  private var originKeys: Set<String> = []
  private var isbns: Set<ISBN> = []
  private var titles: Set<String> = []

  mutating func append(_ row: BookInsertion.Row, place: Int, warning: String?) {
    rows.append(row)
    outcomes.append((place, warning))
    originKeys.insert(row.originKey)
    if let isbn = row.isbn { isbns.insert(isbn) }
    if let title = row.indexed.keys.title { titles.insert(title) }
  }

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    originKeys.removeAll(keepingCapacity: true)
    isbns.removeAll(keepingCapacity: true)
    titles.removeAll(keepingCapacity: true)
  }

  /// Whether one of them may be what a row is about; if not, the library tells.
  func mayHave(_ book: ImportedBook) -> Bool {
    originKeys.contains(book.originKey) || book.isbn.map(isbns.contains) ?? false
  }

  /// Whether one of them has the title.
  func mayHave(title: String?) -> Bool { title.map(titles.contains) ?? false }
}
