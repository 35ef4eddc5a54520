import Catalogue

/// Writes books in one format, one at a time.
protocol BookWriter {
  /// Writes what stands before the first book.
  mutating func begin(_ output: inout [UInt8])
  mutating func write(_ book: ListedBook, to output: inout [UInt8])
  /// Writes what stands behind the last book.
  mutating func end(_ output: inout [UInt8])
}

extension [UInt8] {
  mutating func write(_ text: String) { append(contentsOf: text.utf8) }
  mutating func write(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
