import Catalogue

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

  let column: BookField

  /// Finds a field; nil when there is none of that name.
  init?(_ name: String) {
    guard let field = Self.byName[name.lowercased()] else { return nil }
    column = field
  }

  /// One of several things is asked for by its own name, and a time without its `_at`. Books of
  /// another account are not asked for by a field.
  private static let byName: [String: BookField] = {
    let fields = BookField.all.filter { $0 != .account }
    return Dictionary(
      fields.map { ($0.name, $0) } + fields.map { ($0.shortName, $0) },
      uniquingKeysWith: { first, _ in first })
  }()

  /// All names, for a message.
  static var names: String {
    BookField.all.filter { $0 != .account }.map(\.name).joined(separator: ", ")
  }

  var kind: Kind {
    switch column.kind {
    case .count: .whole
    case .rating, .seriesNumber: .decimal
    case .instant, .day: .day
    case .days: .days
    case .isbn: .isbn
    case .key: .exact
    case .identifiers: .identifiers
    case .sync: .sync
    case .language: .language
    case .list, .people, .contributors: .list
    case .text, .block, .date: .words
    }
  }

  /// The column of the search index that has the field's words, perhaps among others.
  var indexColumn: String? { column.searchColumn?.rawValue }
}
