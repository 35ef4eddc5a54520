/// The order of a list of books: by one of the keys that have an index, then by number.
///
/// Books that lack the key come last, in either direction.
public struct BookSort: Hashable, Sendable {
  public enum Key: String, Hashable, Sendable, CaseIterable {
    case number, title, author, year, added
  }

  public var key: Key
  public var descending: Bool

  public init(_ key: Key, descending: Bool = false) {
    self.key = key
    self.descending = descending
  }

  /// Reads a key as people type it: `title`, `-year`; nil for a name that is no key.
  public init?(_ text: String) {
    let descending = text.hasPrefix("-")
    guard let key = Key(rawValue: descending ? String(text.dropFirst()) : text) else { return nil }
    self.init(key, descending: descending)
  }

  /// Reads several keys, the first one first: `author,-year`; nil when one is no key.
  public static func list(_ text: String) -> [BookSort]? {
    var sorts: [BookSort] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let sort = BookSort(String(part)) else { return nil }
      sorts.append(sort)
    }
    return sorts
  }
}

extension BookSort {
  /// The column that holds the key; nil for the number itself.
  var column: String? {
    switch key {
    case .number: nil
    case .title: "b.title_key"
    case .author: "b.author_key"
    case .year: "b.year"
    case .added: "b.added_at"
    }
  }

  /// Whether every book has the key.
  var isInEveryBook: Bool { key == .number || key == .added }
}
