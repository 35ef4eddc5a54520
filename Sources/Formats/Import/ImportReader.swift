/// Reads the books of a file, row by row, in constant memory.
///
///     var reader = try ImportReader { try file.read(upToCount: 1 << 16) }
///     while let row = try reader.next() { … }
public struct ImportReader {
  /// The format that was named or detected.
  public let format: ImportFormat
  private var rows: any RowReader

  /// Begins to read.
  /// - Parameters:
  ///   - format: nil to tell it from the content.
  ///   - chunks: gives the file's bytes piece by piece, of any size; nil at the end.
  /// - Throws: `ImportError` when the file cannot be read as a whole, and what `chunks` throws.
  public init(
    format: ImportFormat? = nil, chunks: @escaping () throws -> [UInt8]?
  ) throws {
    var input = ByteInput(chunks)
    try input.load(atLeast: FileBeginning.length)
    let beginning = FileBeginning(bytes: input.rest)
    guard !beginning.isBlank else { throw ImportError.empty }
    guard let format = format ?? ImportFormat.all.first(where: { $0.detects(beginning) }) else {
      throw ImportError.unknownContent(beginning.firstLine)
    }
    self.format = format
    rows = try format.open(beginning, input)
  }

  /// The next row; nil at the end.
  /// - Throws: what the closure that gives the bytes throws.
  public mutating func next() throws -> ImportedRow? { try rows.next() }

  /// The next row, as far as its ISBN, for those who look for few books among many; nil at the end.
  ///
  /// `next` finds the same ISBN in the same row.
  /// - Throws: what the closure that gives the bytes throws.
  public mutating func nextNumbered() throws -> NumberedRow? { try rows.nextNumbered() }

  /// The bytes of the row that `next` gave last, as they stand in the file; empty when the format
  /// does not have them.
  ///
  /// UTF-16 is given as UTF-8. Put into the `frame`, such rows make a file of the same format.
  public var source: [UInt8] { rows.source }

  /// What stands around the rows of the file.
  public var frame: FileFrame { rows.frame }
}
