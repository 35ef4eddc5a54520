import Catalogue
import Formats
import Storage

/// One run of `import`: rows stream from the files into the library, a batch at a time.
struct ImportRun {
  /// A file with the reader that its beginning called for.
  struct Source {
    let file: InputFile
    var reader: ImportReader

    /// - Throws: `CommandError` when the file cannot be read as a whole.
    init(_ path: String, format: ImportFormat?) throws {
      let file = try InputFile(path)
      self.file = file
      do {
        reader = try ImportReader(format: format) { try file.read() }
      } catch let error as ImportError {
        if Interruption.isRequested {
          throw CommandError(
            .interrupted, "stopped before anything was read", in: file.name,
            hint: "import the same files again to go on")
        }
        throw CommandError(
          .failed, "cannot import: \(error)", in: file.name,
          hint: "see libraryctl import --help for the formats")
      }
    }
  }

  private static let batchSize = 2000

  private var sources: [Source]
  var report: ImportReport

  /// Opens every file before anything is written, so that a wrong path costs nothing.
  /// - Parameter isAtomic: whether all of it is undone when a row fails.
  init(
    _ paths: [String], format: ImportFormat?, isAtomic: Bool, _ console: Console
  ) throws {
    sources = try paths.map { try Source($0, format: format) }
    report = ImportReport(console, isAtomic: isAtomic)
  }

  /// Reads all rows and hands them on.
  /// - Parameter store: stores a batch and says what became of each row.
  mutating func run(_ store: ([ImportedBook]) throws -> [ImportOutcome]) throws {
    for index in sources.indices {
      var batch: [ImportedBook] = []
      batch.reserveCapacity(Self.batchSize)
      let file = sources[index].file
      while let row = try sources[index].reader.next() {
        switch row {
        case .failure(let failure):
          report.count(failure, in: file.name)
        case .book(let book):
          batch.append(book)
          guard batch.count == Self.batchSize else { continue }
          try finish(&batch, of: file, store)
          if Interruption.isRequested { return }
        }
      }
      try finish(&batch, of: file, store)
    }
  }

  private mutating func finish(
    _ batch: inout [ImportedBook], of file: InputFile,
    _ store: ([ImportedBook]) throws -> [ImportOutcome]
  ) throws {
    guard !batch.isEmpty else { return }
    for (book, outcome) in zip(batch, try store(batch)) {
      for warning in book.warnings {
        report.warn(
          line: warning.line, column: warning.column, warning.reason, in: file.name)
      }
      report.count(outcome, line: book.line, in: file.name)
    }
    batch.removeAll(keepingCapacity: true)
    report.update(share: share)
  }

  /// How much was read, where every length is known.
  private var share: Double? {
    var total = 0
    var read = 0
    for source in sources {
      guard let size = source.file.size else { return nil }
      total += size
      read += source.file.bytesRead
    }
    return total > 0 ? Double(read) / Double(total) : nil
  }
}
