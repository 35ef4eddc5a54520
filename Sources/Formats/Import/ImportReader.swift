/// Reads the books of a file, row by row, in constant memory.
///
///     var reader = try ImportReader { try file.read(upToCount: 1 << 16) }
///     while let row = try reader.next() { … }
public struct ImportReader {
  /// The format that was named or detected.
  public let format: ImportFormat
  private var rows: any RowReader
  /// Why reading stopped before the end. What the rows' reader holds then is not asked for any more.
  private var stop: (any Error)?

  /// Begins to read.
  /// - Parameters:
  ///   - format: nil to tell it from the content.
  ///   - chunks: gives the file's bytes piece by piece, of any size; nil at the end of the file, and
  ///     nowhere else. When reading stops before the end, it throws.
  /// - Throws: `ImportError` when the file cannot be read as a whole, and what `chunks` throws.
  public init(
    format: ImportFormat? = nil, chunks: @escaping () throws -> [UInt8]?
  ) throws {
    try self.init(format: format, lookAhead: FileBeginning.length, chunks: chunks)
  }

  /// - Parameter lookAhead: how many bytes are loaded to tell the format by.
  init(
    format given: ImportFormat?, lookAhead: Int, chunks: @escaping () throws -> [UInt8]?
  ) throws {
    var input = ByteInput(chunks)
    var stop: (any Error)?
    do { try input.load(atLeast: lookAhead) } catch { stop = error }
    let beginning = FileBeginning(bytes: input.rest)
    let found =
      beginning.isBlank ? nil : given ?? ImportFormat.all.first { $0.detects(beginning) }
    // What a file is, and where its columns are named, is told from its whole beginning. Only a list
    // of ISBNs, which people type, shows it by its first line.
    // mutant cut-beginning: `if let stop, found?.name != ImportFormat.isbnList.name { throw stop }` -> `` (StoppedReadingTests)
    if let stop, found?.name != ImportFormat.isbnList.name { throw stop }
    guard !beginning.isBlank else { throw ImportError.empty }
    guard let found else { throw ImportError.unknownContent(beginning.firstLine) }
    format = found
    rows = try found.open(beginning, input)
  }

  /// The next row; nil at the end.
  ///
  /// Only whole rows are given: when `chunks` throws in the middle of one, that one is left out, and
  /// this throws too, however often it is called again.
  /// - Throws: what the closure that gives the bytes throws.
  public mutating func next() throws -> ImportedRow? { try reading { try $0.next() } }

  /// The next row, as far as its ISBN, for those who look for few books among many; nil at the end.
  ///
  /// `next` finds the same ISBN in the same row.
  /// - Throws: what the closure that gives the bytes throws.
  public mutating func nextNumbered() throws -> NumberedRow? {
    try reading { try $0.nextNumbered() }
  }

  private mutating func reading<Row>(_ next: (inout any RowReader) throws -> Row) throws -> Row {
    if let stop { throw stop }
    do {
      return try next(&rows)
    } catch {
      stop = error
      throw error
    }
  }

  /// The bytes of the row that `next` gave last, as they stand in the file; empty when the format
  /// does not have them.
  ///
  /// UTF-16 is given as UTF-8. Put into the `frame`, such rows make a file of the same format.
  public var source: [UInt8] { rows.source }

  /// What stands around the rows of the file.
  public var frame: FileFrame { rows.frame }
}
