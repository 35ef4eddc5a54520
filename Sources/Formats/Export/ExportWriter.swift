public import Catalogue

/// Writes books into bytes, as a stream: what is written is the caller's, and nothing is kept.
///
///     var writer = ExportWriter(format: .csv)
///     writer.begin()
///     for book in books { writer.write(book) }
///     writer.end()
///     try file.write(writer.bytes)
public struct ExportWriter {
  /// What was written since the last `removeAll`.
  public private(set) var bytes: [UInt8] = []
  private var writer: any BookWriter

  public init(format: ExportFormat, settings: ExportSettings = ExportSettings()) {
    writer = format.open(settings)
  }

  /// Writes what stands before the first book.
  public mutating func begin() { writer.begin(&bytes) }

  /// Writes one book.
  public mutating func write(_ book: ListedBook) { writer.write(book, to: &bytes) }

  /// Writes what stands behind the last book.
  public mutating func end() { writer.end(&bytes) }

  /// Forgets what was written, after it went to its place; the memory is kept.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
