public import Catalogue

/// Why the name of a book leads to no book, or to more than one.
public enum BookReferenceError: Error, Hashable, Sendable {
  /// The text is no number, no id and no valid ISBN.
  case unreadable(String, ISBNError)
  case notFound(BookReference)
  /// Copies of one ISBN, by number.
  case several(BookReference, [BookNumber])
  /// The book was removed.
  case inTrash(BookReference, BookNumber)
  /// The book that is to be restored is not removed.
  case notRemoved(BookReference, BookNumber)
  /// The book belongs to the account with this name.
  case otherAccount(BookReference, String)
}

extension BookReferenceError: CustomStringConvertible {
  /// What happened and to what: `there is no book 3`.
  public var description: String {
    switch self {
    case .unreadable(let text, let reason): "`\(text)` names no book: \(reason)"
    case .notFound(.isbn(let isbn)): "there is no book with ISBN \(isbn)"
    case .notFound(let reference): "there is no \(reference)"
    case .several(let reference, let numbers):
      "\(numbers.count) books have \(reference): "
        + numbers.map(\.description).joined(separator: ", ")
    case .inTrash(let reference, _): "\(reference) is in the trash"
    case .notRemoved(let reference, _): "\(reference) is not in the trash"
    case .otherAccount(let reference, let name):
      "\(reference) belongs to the account `\(name)`"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .unreadable: "give a number as `list` prints it, or an ISBN with its check digit"
    case .notFound: "`list` and `search` print the numbers"
    case .several: "name one of them by its number"
    case .inTrash(_, let number): "`restore \(number)` brings it back"
    case .notRemoved: "there is nothing to restore"
    case .otherAccount(_, let name): "add `--account \(name)`"
    }
  }
}
