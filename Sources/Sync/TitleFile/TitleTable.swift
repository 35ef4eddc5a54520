public import Catalogue

/// Reads title files that are tables. The caller hands it in, so that this module needs to know no
/// format but its own.
public struct TitleTable: Sendable {
  /// Gives bytes piece by piece; nil at the end.
  public typealias Chunks = () throws -> [UInt8]?

  /// What one row says at first sight.
  public enum Row: Sendable {
    /// A title, of which nothing but its number was read.
    case title(ISBN, line: Int)
    /// A row that is no title; lines count from 1.
    case passedOver(line: Int, reason: String)
  }

  /// A table whose rows are gone through, one after the other.
  public struct Rows {
    /// What stands before the first row, with a line end: a row put behind it can be read alone.
    public let beginning: [UInt8]
    /// The next row; nil at the end. It throws what the bytes' closure throws.
    public let next: () throws -> Row?
    /// The bytes of the row that `next` gave last, without a line end.
    public let source: () -> [UInt8]

    /// Makes rows of closures; see the properties.
    public init(
      beginning: [UInt8], next: @escaping () throws -> Row?, source: @escaping () -> [UInt8]
    ) {
      self.beginning = beginning
      self.next = next
      self.source = source
    }
  }

  /// Begins to go through a table.
  ///
  /// It throws in words when the bytes are no such table, and passes on what the bytes' closure
  /// throws.
  public let rows: @Sendable (_ chunks: @escaping Chunks) throws -> Rows

  /// Begins to read titles whole: gets the beginning of a table and some of its rows, each with a
  /// line end, and gives the title of the next row each time it is called; nil for what is no title.
  /// What stood under a field's name and is not of its type is in the details' `raw`.
  ///
  /// It throws as `rows` does.
  public let titles:
    @Sendable (_ chunks: @escaping Chunks) throws -> () throws -> (ISBN, BookDetails)?

  /// Makes a reader of closures; see the properties.
  public init(
    rows: @escaping @Sendable (_ chunks: @escaping Chunks) throws -> Rows,
    titles:
      @escaping @Sendable (_ chunks: @escaping Chunks) throws -> () throws -> (ISBN, BookDetails)?
  ) {
    self.rows = rows
    self.titles = titles
  }
}
