public import Catalogue

/// What one row of a file gives.
public enum ImportedRow: Hashable, Sendable {
  case book(ImportedBook)
  case failure(RowFailure)
}
