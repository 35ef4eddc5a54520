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
        let isUnknown = if case .unknownContent = error { true } else { false }
        throw CommandError(
          .failed, "cannot import: \(error)", in: file.name,
          hint: isUnknown
            ? "if it is a table, say what its columns hold with --map COLUMN=FIELD"
            : "see libraryctl import --help for the formats")
      }
    }
  }

  private static let batchSize = 2000

  private var sources: [Source]
  var report: ImportReport
  private var rejects: RejectsFile?
  /// Failed rows of the batch in hand, with their lines.
  private var rejected: [(line: Int, source: [UInt8])] = []

  /// Opens every file before anything is written, so that a wrong path costs nothing.
  /// - Parameters:
  ///   - isAtomic: whether all of it is undone when a row fails.
  ///   - file: where to put the rows that fail; nil: nowhere.
  init(
    _ paths: [String], format: ImportFormat?, isAtomic: Bool, rejects file: OutputFile?,
    _ console: Console
  ) throws {
    sources = try paths.map { try Source($0, format: format) }
    report = ImportReport(console, isAtomic: isAtomic)
    guard let file, let first = sources.first else { return }
    let other = sources.first {
      $0.reader.format.name != first.reader.format.name || $0.reader.frame != first.reader.frame
    }
    if let other {
      throw CommandError(
        .usage, "--rejects takes the rows of one kind of file, and these differ",
        in: "\(first.file.name), \(other.file.name)",
        hint: "import them one by one, each with a file of its own for what fails")
    }
    rejects = RejectsFile(file, frame: first.reader.frame)
  }

  /// Reads all rows and hands them on.
  /// - Parameter store: stores a batch and says what became of each row.
  mutating func run(_ store: ([ImportedBook]) throws -> [ImportOutcome]) throws {
    for index in sources.indices {
      var batch = Batch()
      let file = sources[index].file
      while let row = try sources[index].reader.next() {
        switch row {
        case .failure(let failure):
          report.count(failure, in: file.name)
          guard rejects != nil else { continue }
          let source = sources[index].reader.source
          rejected.append((failure.line, source.isEmpty ? Array(failure.text.utf8) : source))
          if rejected.count == Self.batchSize { try finish(&batch, of: file, store) }
        case .book(let book):
          batch.books.append(book)
          if rejects != nil { batch.sources.append(sources[index].reader.source) }
          guard batch.books.count == Self.batchSize else { continue }
          try finish(&batch, of: file, store)
          if Interruption.isRequested { return }
        }
      }
      try finish(&batch, of: file, store)
    }
  }

  /// Puts the file of the rows that failed in its place.
  mutating func finishRejects() throws {
    try rejects?.finish()
  }

  /// Rows that are stored together.
  private struct Batch {
    var books: [ImportedBook] = []
    /// The rows as they stand in the file, if they may be asked for.
    var sources: [[UInt8]] = []
  }

  private mutating func finish(
    _ batch: inout Batch, of file: InputFile,
    _ store: ([ImportedBook]) throws -> [ImportOutcome]
  ) throws {
    let outcomes = batch.books.isEmpty ? [] : try store(batch.books)
    for (index, outcome) in outcomes.enumerated() {
      let book = batch.books[index]
      for warning in book.warnings {
        report.warn(
          line: warning.line, column: warning.column, warning.reason, in: file.name)
      }
      report.count(outcome, line: book.line, in: file.name)
      if case .failed = outcome.verdict, index < batch.sources.count {
        rejected.append((book.line, batch.sources[index]))
      }
    }
    if rejects != nil {
      for row in rejected.sorted(by: { $0.line < $1.line }) { try rejects?.add(row.source) }
      rejected.removeAll(keepingCapacity: true)
    }
    batch.books.removeAll(keepingCapacity: true)
    batch.sources.removeAll(keepingCapacity: true)
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
