public import Catalogue

/// What one row of a file says at first sight.
public enum NumberedRow: Hashable, Sendable {
  /// A book with an ISBN, of which nothing else was read.
  case book(ISBN, line: Int)
  /// A row that has no ISBN, or was read whole to find it.
  case other(ImportedRow)
}
