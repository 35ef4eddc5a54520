/// What an import does with a row whose ISBN a book of the account has already.
public enum DuplicatePolicy: String, Hashable, Sendable, CaseIterable {
  /// Leaves the book as it is.
  case skip
  /// Adds what the row says to what files said of the book before.
  case update
  /// Adds another copy.
  case add
  /// Counts the row as failed.
  case fail
}
