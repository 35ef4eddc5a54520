/// Reads the rows of one format, one at a time.
protocol RowReader {
  /// The next row; nil at the end.
  /// - Throws: only what reading the bytes throws; a bad row is a row.
  mutating func next() throws -> ImportedRow?
}
