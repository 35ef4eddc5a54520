import CSQLite

/// The columns of the current row. A column of another type is converted as SQLite converts it; NULL
/// is 0 or empty where the result is not optional.
extension Statement {
  /// Whether a column is NULL.
  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  public func int64(_ column: Int) -> Int64 {
    sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column))
  }

  public func int(_ column: Int) -> Int { Int(int64(column)) }

  public func bool(_ column: Int) -> Bool { int64(column) != 0 }

  public func double(_ column: Int) -> Double {
    sqlite3_column_double(handle, Int32(truncatingIfNeeded: column))
  }

  /// A column as text. Invalid UTF-8, which SQLite accepts, is repaired with U+FFFD.
  public func text(_ column: Int) -> String {
    withUTF8(column) { String(decoding: $0, as: UTF8.self) }
  }

  public func optionalInt64(_ column: Int) -> Int64? { isNull(column) ? nil : int64(column) }

  public func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }

  public func optionalDouble(_ column: Int) -> Double? { isNull(column) ? nil : double(column) }

  public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// A column's bytes, copied.
  public func bytes(_ column: Int) -> [UInt8] {
    let column = Int32(truncatingIfNeeded: column)
    // The pointer first: https://www.sqlite.org/c3ref/column_blob.html, "safest policy".
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return [UInt8](
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Calls `body` with a column's text, without copying it; it may hold invalid UTF-8.
  /// - Parameters:
  ///   - column: the column's position.
  ///   - body: reads the bytes; they are not valid after it returns. Empty for NULL.
  /// - Returns: what `body` returned.
  public func withUTF8<R, E: Error>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let column = Int32(truncatingIfNeeded: column)
    let start = sqlite3_column_text(handle, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeBufferPointer(start: start, count: count))
  }
}
