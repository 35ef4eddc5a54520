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
      } catch is Interruption.Stopped {
        throw CommandError(
          .interrupted, "stopped before anything was imported", in: file.name,
          hint: "import the same files again")
      } catch let error as ImportError {
        let isUnknown = if case .unknownContent = error { true } else { false }
        throw CommandError(
          .failed, "cannot import: \(error)", in: file.name,
          hint: isUnknown
            ? "if it is a table, say what its columns hold with --map COLUMN=FIELD"
            : "see libraryctl import --help for the formats")
      }
    }
  }

  /// How a run ended.
  enum Ending {
    /// Every row of every file was read and handed on.
    case complete
    /// Reading or storing stopped before. Every row up to the report's `last` was handed on, and no
    /// row after it. The error is `Interruption.Stopped` when the user wanted it.
    case stopped(any Error)
  }

  private static let batchSize = 2000

  private var sources: [Source]
  var report: ImportReport
  private var rejects: RejectsFile?

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
  ///
  /// When reading stops, the rows that are complete are handed on all the same; the one that is not is
  /// left out.
  /// - Parameter store: stores a batch and says what became of each row; when it throws, nothing of
  ///   the batch is stored.
  mutating func run(_ store: ([ImportedBook]) throws -> [ImportOutcome]) -> Ending {
    do {
      for index in sources.indices { try run(index, store) }
      return .complete
    } catch {
      return .stopped(error)
    }
  }

  private mutating func run(
    _ index: Int, _ store: ([ImportedBook]) throws -> [ImportOutcome]
  ) throws {
    let file = sources[index].file
    var batch = Batch()
    var stop: (any Error)?
    reading: while true {
      do {
        guard let row = try sources[index].reader.next() else { break reading }
        batch.add(row, source: rejects == nil ? nil : sources[index].reader.source)
      } catch {
        stop = error
        break reading
      }
      guard batch.count == Self.batchSize else { continue }
      try finish(&batch, of: file, store)
      if Interruption.isRequested { throw Interruption.Stopped() }
    }
    try finish(&batch, of: file, store)
    if let stop { throw stop }
  }

  /// Puts the file of the rows that failed in its place.
  mutating func finishRejects() throws {
    try rejects?.finish()
  }

  /// Rows that are stored together.
  private struct Batch {
    private(set) var books: [ImportedBook] = []
    /// Where and why rows could not be read.
    private(set) var failures: [(line: Int, column: String?, reason: String)] = []
    /// The books' rows as they stand in the file, if they may be asked for.
    private(set) var sources: [[UInt8]] = []
    /// Rows that failed, with their lines, if they may be asked for.
    var rejected: [(line: Int, source: [UInt8])] = []
    /// The line of the row that was added last.
    private(set) var lastLine: Int?

    var count: Int { books.count + failures.count }

    mutating func add(_ row: ImportedRow, source: [UInt8]?) {
      switch row {
      case .failure(let failure):
        lastLine = failure.line
        failures.append((failure.line, failure.column, failure.reason))
        guard let source else { return }
        rejected.append((failure.line, source.isEmpty ? Array(failure.text.utf8) : source))
      case .book(let book):
        lastLine = book.line
        books.append(book)
        if let source { sources.append(source) }
      }
    }

    mutating func removeAll() {
      books.removeAll(keepingCapacity: true)
      failures.removeAll(keepingCapacity: true)
      sources.removeAll(keepingCapacity: true)
      rejected.removeAll(keepingCapacity: true)
    }
  }

  private mutating func finish(
    _ batch: inout Batch, of file: InputFile,
    _ store: ([ImportedBook]) throws -> [ImportOutcome]
  ) throws {
    guard let lastLine = batch.lastLine else { return }
    let outcomes = batch.books.isEmpty ? [] : try store(batch.books)
    // From here on the batch is stored, so it is counted, whatever fails behind it.
    for failure in batch.failures {
      report.countUnread(
        line: failure.line, column: failure.column, failure.reason, in: file.name)
    }
    for (index, outcome) in outcomes.enumerated() {
      let book = batch.books[index]
      for warning in book.warnings {
        report.warn(
          line: warning.line, column: warning.column, warning.reason, in: file.name)
      }
      report.count(outcome, line: book.line, in: file.name)
      if case .failed = outcome.verdict, index < batch.sources.count {
        batch.rejected.append((book.line, batch.sources[index]))
      }
    }
    report.last = (file.name, lastLine)
    if let error = report.unkept { throw error }
    if let rejects {
      for row in batch.rejected.sorted(by: { $0.line < $1.line }) { try rejects.add(row.source) }
    }
    batch.removeAll()
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
