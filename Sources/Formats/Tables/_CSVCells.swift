/// Separated values, cell by cell: for the benchmarks.
public enum _CSVCells {
  /// Counts the cells of a file with commas between them, those of the header too.
  /// - Parameter chunks: gives the file's bytes piece by piece; nil at the end.
  /// - Throws: what `chunks` throws.
  public static func count(chunks: @escaping () throws -> [UInt8]?) throws -> Int {
    var reader = CSVReader(ByteInput(chunks), delimiter: UInt8(ascii: ","))
    var count = 0
    while true {
      switch try reader.next() {
      case .end: return count
      case .failure: break
      case .row: count += reader.cells.count
      }
    }
  }
}
