import CSQLite

/// The value of a book's sort key.
enum SortValue: Bindable {
  case text(String)
  case number(Int64)

  /// Reads a column; nil for NULL.
  init?(_ row: Statement, _ column: Int) {
    switch sqlite3_column_type(row.handle, Int32(truncatingIfNeeded: column)) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: self = .number(row.int64(column))
    default: self = .text(row.text(column))
    }
  }

  func bind(to statement: Statement, at position: Int) throws(StorageError) {
    switch self {
    case .text(let text): try text.bind(to: statement, at: position)
    case .number(let number): try number.bind(to: statement, at: position)
    }
  }
}
