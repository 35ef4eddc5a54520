import Catalogue
import Storage

/// Fields by the names of their columns.
extension BookDetails {
  /// The value of a field as text, the way in which it is typed; nil: nothing, or none of its own.
  func text(of column: BookColumn) -> String? {
    let text: String? =
      switch column {
      case .title: title
      case .subtitle: subtitle
      case .authors: authors?.joined(separator: "; ")
      case .publisher: publisher
      case .published: published
      case .language: language
      case .pages: pages.map(String.init)
      case .series: series
      case .seriesNumber: seriesNumber
      case .subjects: subjects?.joined(separator: "; ")
      case .tags: tags?.joined(separator: "; ")
      case .rating: rating.map { Int(exactly: $0).map(String.init) ?? "\($0)" }
      case .shelf: shelf
      case .notes: notes
      case .review: review
      case .startedAt: startedAt
      case .readAt: readAt?.joined(separator: "; ")
      case .copies: copies.map(String.init)
      case .location: location
      case .binding: binding
      case .identifiers:
        identifiers?.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
          .joined(separator: "; ")
      case .number, .id, .account, .isbn, .year, .addedAt, .editedAt, .fetchedAt, .source,
        .sourceKey, .sync:
        nil
      }
    return text?.isEmpty == true ? nil : text
  }

  /// Whether a number was said to be empty, which stands as a text where no number is.
  func saysEmpty(_ column: BookColumn) -> Bool { raw?[column.name] == .string("") }

  /// Says nothing of a field any longer.
  mutating func forget(_ column: BookColumn) {
    if saysEmpty(column) {
      raw?[column.name] = nil
      if raw?.isEmpty == true { raw = nil }
    }
    switch column {
    case .title:
      title = nil
      sortTitle = nil
    case .subtitle: subtitle = nil
    case .authors:
      authors = nil
      // Roles belong to the authors beside which they were said.
      contributors = nil
    case .publisher: publisher = nil
    case .published: published = nil
    case .language: language = nil
    case .pages: pages = nil
    case .series: series = nil
    case .seriesNumber: seriesNumber = nil
    case .subjects: subjects = nil
    case .tags: tags = nil
    case .rating: rating = nil
    case .shelf: shelf = nil
    case .notes: notes = nil
    case .review: review = nil
    case .startedAt: startedAt = nil
    case .readAt: readAt = nil
    case .copies: copies = nil
    case .location: location = nil
    case .binding: binding = nil
    case .identifiers: identifiers = nil
    case .number, .id, .account, .isbn, .year, .addedAt, .editedAt, .fetchedAt, .source,
      .sourceKey, .sync:
      break
    }
  }

  /// Says of a field that it is empty, so that nothing is shown, whatever others say.
  /// - Returns: false for a field of which that cannot be said here.
  mutating func sayEmpty(_ column: BookColumn) -> Bool {
    forget(column)
    switch column {
    case .title: title = ""
    case .subtitle: subtitle = ""
    case .authors: authors = []
    case .publisher: publisher = ""
    case .published: published = ""
    case .language: language = ""
    case .series: series = ""
    case .seriesNumber: seriesNumber = ""
    case .subjects: subjects = []
    case .tags: tags = []
    case .shelf: shelf = ""
    case .notes: notes = ""
    case .review: review = ""
    case .startedAt: startedAt = ""
    case .readAt: readAt = []
    case .location: location = ""
    case .binding: binding = ""
    default: return false
    }
    return true
  }
}
