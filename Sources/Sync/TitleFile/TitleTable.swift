public import Catalogue

/// Reads title files that are tables. The caller hands it in, so that this module needs to know no
/// format but its own.
public struct TitleTable: Sendable {
  /// What one row gives.
  public enum Row: Sendable {
    /// A title; what stood under a field's name and is not of its type is in the details' `raw`.
    case title(ISBN, BookDetails, line: Int)
    /// A row that is no title; lines count from 1.
    case passedOver(line: Int, reason: String)
  }

  /// Begins to read a table: gets its bytes piece by piece (nil at the end) and gives the next row
  /// each time it is called (nil at the end).
  ///
  /// It throws in words when the bytes are no such table, and passes on what the bytes' closure
  /// throws.
  public let rows: @Sendable (_ chunks: @escaping () throws -> [UInt8]?) throws -> () throws -> Row?

  /// Makes a reader of a closure.
  /// - Parameter rows: begins to read; see `rows`.
  public init(
    rows:
      @escaping @Sendable (_ chunks: @escaping () throws -> [UInt8]?) throws -> () throws -> Row?
  ) {
    self.rows = rows
  }
}
