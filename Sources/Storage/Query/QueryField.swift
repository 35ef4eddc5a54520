/// A field by the names that people give it in a query.
struct QueryField: Hashable, Sendable {
  /// The kinds of values that a query compares.
  enum Kind {
    case words
    case list
    case whole
    case decimal
    case day
    case days
    case isbn
    case exact
    case identifiers
    case sync
    case language
  }

  let column: BookColumn

  /// Finds a field; nil when there is none of that name.
  init?(_ name: String) {
    let name = name.lowercased()
    guard let column = Self.short[name] ?? BookColumn(rawValue: name), column != .account else {
      return nil
    }
    self.column = column
  }

  /// One of several things is asked for by its own name, and a time without its `_at`.
  private static let short: [String: BookColumn] = [
    "author": .authors, "subject": .subjects, "tag": .tags, "read": .readAt,
    "started": .startedAt, "added": .addedAt, "edited": .editedAt, "fetched": .fetchedAt,
    "identifier": .identifiers,
  ]

  /// All names, for a message.
  static var names: String {
    BookColumn.allCases.filter { $0 != .account }.map(\.name).joined(separator: ", ")
  }

  var kind: Kind {
    switch column {
    case .number, .year, .pages, .copies: .whole
    case .rating, .seriesNumber: .decimal
    case .addedAt, .editedAt, .fetchedAt, .startedAt: .day
    case .readAt: .days
    case .isbn: .isbn
    case .id, .source, .sourceKey, .account: .exact
    case .identifiers: .identifiers
    case .sync: .sync
    case .language: .language
    case .authors, .subjects, .tags: .list
    case .title, .subtitle, .publisher, .published, .series, .shelf, .notes, .review, .location,
      .binding:
      .words
    }
  }

  /// The column of the search index that has the field's words, perhaps among others.
  var indexColumn: String? {
    switch column {
    case .title, .subtitle, .series: "title"
    case .authors: "authors"
    case .subjects, .tags: "subjects"
    case .publisher: "publisher"
    case .notes, .review: "notes"
    default: nil
    }
  }
}
