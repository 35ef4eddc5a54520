/// Reads the rows of one format, one at a time.
protocol RowReader {
  /// The next row; nil at the end.
  /// - Throws: only what reading the bytes throws; a bad row is a row.
  mutating func next() throws -> ImportedRow?

  /// The next row, as far as its ISBN; nil at the end.
  mutating func nextNumbered() throws -> NumberedRow?

  /// The bytes of the row that `next` gave last, as they stand in the file, without what stands
  /// between rows; empty when they are no longer there.
  var source: [UInt8] { get }

  /// What stands around the rows.
  var frame: FileFrame { get }
}

extension RowReader {
  mutating func nextNumbered() throws -> NumberedRow? { try next().map(NumberedRow.other) }

  var source: [UInt8] { [] }
  var frame: FileFrame { FileFrame() }
}
