import Catalogue
import Formats
import Storage

/// What became of the rows of an import: counts that add up, and every row that wants a look.
struct ImportReport {
  /// A row of a file with what is to be said of it.
  struct Remark {
    let file: String
    let line: Int
    let column: String?
    let reason: String

    var record: Record {
      [
        ("file", .text(file)), ("line", .integer(line)), ("column", .text(column)),
        ("reason", .text(reason)),
      ]
    }

    var text: String { "\(file):\(line)" + (column.map { ", \($0)" } ?? "") + ": \(reason)" }
  }

  /// How an import ended that did not go through all its rows.
  struct Stop {
    let isInterrupted: Bool
    let error: CommandError
  }

  private(set) var counts = ImportCounts()
  /// The last row that was counted, in the files' order: every row up to it was counted, and no row
  /// after it.
  var last: (file: String, line: Int)?
  /// Why it ended early; nil when it went through all rows.
  var stop: Stop?
  private(set) var firstFailure: Remark?
  // Remarks are kept only where all of them are answered in the end, and not in memory: a file may give
  // one for each of its rows.
  private let failures = Spool()
  private let warnings = Spool()
  private let skips = Spool()
  /// Why a remark could not be kept.
  private(set) var unkept: CommandError?
  /// How many remarks there were.
  private var remarkCount = 0
  /// A row that was written, and where it stands.
  private struct Written {
    enum Kind: UInt8 { case added, updated, unchanged }

    let line: UInt32
    /// Which of `files`.
    let file: UInt16
    let kind: Kind
  }

  /// The rows that were written, for an import that may be undone as a whole; nil: it may not.
  private var written: [Written]?
  /// The files of those rows.
  private var files: [String] = []
  /// The first book that this import made.
  private var firstAdded: BookNumber?
  private let console: Console
  private let progress: Progress
  private var linesLeft = 20

  /// - Parameter isAtomic: whether it is undone when a row fails; its rows are remembered then.
  init(_ console: Console, isAtomic: Bool) {
    self.console = console
    if isAtomic { written = [] }
    progress = Progress(console, unit: "rows")
  }

  /// Counts a row that the file's format could not read.
  mutating func countUnread(line: Int, column: String?, _ reason: String, in file: String) {
    counts.count(.failed(reason))
    fail(Remark(file: file, line: line, column: column, reason: reason))
  }

  /// Counts a row that was read, with what became of it.
  mutating func count(_ outcome: ImportOutcome, line: Int, in file: String) {
    counts.count(outcome.verdict)
    switch outcome.verdict {
    case .failed(let reason):
      fail(Remark(file: file, line: line, column: nil, reason: reason))
    case .skipped(let reason):
      let remark = Remark(file: file, line: line, column: nil, reason: reason)
      keep(remark, in: skips)
      say("skipped: \(remark.text)")
    case .added(let number):
      firstAdded = firstAdded ?? number
      note(.added, line: line, in: file)
    case .updated: note(.updated, line: line, in: file)
    case .unchanged(let number):
      // Numbers only grow: this book is there by an earlier row of this import.
      if let firstAdded, number >= firstAdded { note(.unchanged, line: line, in: file) }
    }
    if let warning = outcome.warning { warn(line: line, column: nil, warning, in: file) }
  }

  /// Notes something that was read with doubt.
  mutating func warn(line: Int, column: String?, _ reason: String, in file: String) {
    let remark = Remark(file: file, line: line, column: column, reason: reason)
    keep(remark, in: warnings)
    say("warning: \(remark.text)")
  }

  private mutating func fail(_ remark: Remark) {
    firstFailure = firstFailure ?? remark
    keep(remark, in: failures)
    say("failed: \(remark.text)")
  }

  private mutating func keep(_ remark: Remark, in list: Spool) {
    guard console.isJSON, unkept == nil else { return }
    let json = console.json
    let isFirst = list.isEmpty
    do throws(CommandError) {
      try list.write { bytes in
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        json.append(.object(remark.record), to: &bytes)
      }
    } catch {
      unkept = error
    }
  }

  /// Remembers a row that was written, if it may be undone.
  private mutating func note(_ kind: Written.Kind, line: Int, in file: String) {
    guard written != nil else { return }
    if files.last != file { files.append(file) }
    written?.append(
      Written(
        line: UInt32(clamping: line), file: UInt16(clamping: files.count - 1), kind: kind))
  }

  /// Counts the rows that were written as skipped, after they were undone.
  /// - Parameter reason: why they were, in a sentence without a full stop.
  mutating func undo(because reason: String) {
    // Only its kind counts.
    let number = BookNumber(rawValue: 0)
    for row in written ?? [] {
      let verdict: ImportVerdict =
        switch row.kind {
        case .added: .added(number)
        case .updated: .updated(number)
        case .unchanged: .unchanged(number)
        }
      counts.recount(verdict, as: .skipped(reason))
      keep(
        Remark(file: files[Int(row.file)], line: Int(row.line), column: nil, reason: reason),
        in: skips)
    }
    written = []
  }

  /// Shows how far it is.
  /// - Parameter share: how much of the files was read, from 0 to 1.
  func update(share: Double?) {
    progress.update(done: counts.rows, share: share, failed: counts.failed)
  }

  /// The first rows are named as they come; a long list would hide the rest.
  private mutating func say(_ text: String) {
    remarkCount += 1
    guard !console.isQuiet, !console.isJSON, linesLeft > 0 else { return }
    linesLeft -= 1
    progress.clear()
    Console.standardError(TerminalText.singleLine("libraryctl: \(text)"))
  }

  /// Writes the answer.
  /// - Parameter isDry: whether nothing was written.
  func write(isDry: Bool) throws {
    progress.clear()
    if console.isJSON { return try writeJSON() }
    // Of an import that failed at once, the error says all.
    if stop != nil, counts.rows == 0 { return }
    let hidden = remarkCount - (20 - linesLeft)
    if !console.isQuiet, hidden > 0 {
      console.note("\(hidden) more such rows; --json lists them all")
    }
    try console.output.write(
      "\(counts.rows) rows\(isDry ? ", nothing written" : ""): \(counts.added) added, "
        + "\(counts.updated) updated, \(counts.unchanged) unchanged, \(counts.skipped) skipped, "
        + "\(counts.failed) failed\n")
  }

  private func writeJSON() throws {
    var object = try StreamedObject(console)
    for (name, count) in [
      ("rows", counts.rows), ("added", counts.added), ("updated", counts.updated),
      ("unchanged", counts.unchanged), ("skipped", counts.skipped), ("failed", counts.failed),
    ] {
      try object.append(name, .integer(count))
    }
    for (name, remarks) in [("failures", failures), ("warnings", warnings), ("skips", skips)] {
      try object.append(name, elements: remarks)
    }
    try object.append("stopped", stopped)
    try object.finish()
  }

  private var stopped: OutputValue {
    guard let stop else { return .null }
    let place: OutputValue =
      last.map { .object([("file", .text($0.file)), ("line", .integer($0.line))]) } ?? .null
    return .object([
      ("interrupted", .bool(stop.isInterrupted)), ("error", .text(stop.error.what)),
      ("place", .text(stop.error.place)), ("hint", .text(stop.error.hint)), ("last", place),
    ])
  }
}
