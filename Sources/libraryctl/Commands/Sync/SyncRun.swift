import Catalogue
import Composable
import LibraryFeature
import Storage
import Sync

/// One run of `sync`: a store of the library's feature does the work, and this thread alone prints.
struct SyncRun {
  private let database: Database
  private let account: Account
  private let options: SyncOptions
  private let source: TitleSource
  private let again: String
  private let console: Console

  /// - Parameters:
  ///   - source: what the account asks.
  ///   - again: the command that was typed, by which the sync goes on when it is stopped.
  init(
    _ database: Database, _ account: Account, _ options: SyncOptions, _ source: TitleSource,
    again: String, _ console: Console
  ) {
    self.database = database
    self.account = account
    self.options = options
    self.source = source
    self.again = again
    self.console = console
  }

  /// Runs to the end, or until Ctrl-C: then what was not asked for yet is given back.
  func run() throws -> ExitCode {
    // It passes over the library once, so that more pages would not be read again.
    try database.withWriter { try $0.execute("PRAGMA cache_size = -8192") }
    let news = try SyncNews()
    let started = SystemClock.elapsed
    let store = try SyncSource.store(
      of: database, account, asking: source, telling: { news.tell($0) })
    let bar = Progress(console, unit: "books")
    // Counted before it begins: later, the books that it holds itself would be missing.
    let total = try bar.isShown ? expected(source.limits) : 0
    Interruption.watch()
    store.send(.sync(.start(options)))
    let isRunning = store.observe { $0.sync?.isRunning ?? true }
    Task {
      for await isRunning in isRunning where !isRunning { break }
      news.end()
    }
    let failures = try follow(store, news, bar, total)
    for warning in source.warnings() { console.warn(warning) }
    guard let progress = store.withState({ $0.sync }) else {
      throw CommandError(.failed, "the sync did not begin")
    }
    return try finish(progress, failures, seconds: SystemClock.elapsed - started)
  }

  /// Prints what happens until the sync is over.
  /// - Returns: why fetches failed.
  private func follow(
    _ store: Store<LibraryFeature.State, LibraryFeature.Action>, _ news: SyncNews,
    _ progress: Progress, _ total: Int
  ) throws -> SyncFailures {
    defer { progress.clear() }
    var failures = SyncFailures()
    var isInterrupted = false
    while true {
      let (events, isOver) = news.wait(milliseconds: 100)
      for event in events {
        if case .failed(_, let failure) = event { failures.count(failure) }
        try unlessClosed { try tell(event, progress) }
      }
      if isOver { return failures }
      if Interruption.isRequested, !isInterrupted {
        isInterrupted = true
        store.send(.sync(.interrupt))
      }
      let counts = store.withState { ($0.sync?.done ?? 0, $0.sync?.failed ?? 0) }
      progress.update(
        done: counts.0, share: total > 0 ? min(1, Double(counts.0) / Double(total)) : nil,
        failed: counts.1)
    }
  }

  /// A reader that goes away ends the telling, and not the sync.
  private func unlessClosed(_ body: () throws -> Void) throws {
    do { try body() } catch is BufferedOutput.Closed {}
  }

  /// How many books it will probably ask for.
  private func expected(_ limits: TitleSource.Limits) throws -> Int {
    try database.readAndWait { connection in
      try SyncDue(options, account, limits, lockPath: database.lockPath, on: connection).asked
    }
  }

  private func tell(_ event: SyncEvent, _ progress: Progress) throws {
    if case .jsonl = console.form {
      try console.write(json: .object(SyncAnswer.record(event)))
      try console.output.flush()
      return
    }
    guard console.isVerbose, let text = SyncAnswer.text(event) else { return }
    progress.clear()
    console.note(text)
  }

  private func finish(
    _ progress: SyncProgress, _ failures: SyncFailures, seconds: Double
  ) throws -> ExitCode {
    try unlessClosed { try SyncAnswer.write(progress, seconds: seconds, console) }
    try warnOfUnclaimed(progress.notClaimable)
    if options.numbers == nil { try noteBooksWithoutISBN() }
    guard var end = SyncEnd(progress, failures, account, again: again) else {
      return SyncEnd.exitCode(progress)
    }
    // What a named book waits for is of no interest: it is asked for whenever it is named.
    if options.numbers == nil, end.isWorthAnotherTry {
      end.waiting = try? database.readAndWait { connection in
        try SyncStatus.read(
          account.id, at: SystemClock.now,
          isAlive: { TicketHolder.isAlive($0, lockPath: database.lockPath) }, on: connection)
      }
    }
    let error = end.error
    if error.code == .interrupted { console.note(error.what) } else { console.report(error) }
    return error.code
  }

  private func noteBooksWithoutISBN() throws {
    guard !console.isJSON else { return }
    let count = try database.readAndWait { connection in
      try SyncStatus.count(of: .noISBN, in: account.id, on: connection)
    }
    SyncAnswer.noteBooksWithoutISBN(count, console)
  }

  /// Says of named books why nothing was asked for them.
  private func warnOfUnclaimed(_ numbers: [BookNumber]) throws {
    let shown = numbers.prefix(10)
    let books = try database.readAndWait { connection in
      try BookRows.read(numbers: Array(shown), in: account.id, on: connection)
    }
    let there = Set(books.map(\.number))
    for number in shown {
      console.warn(
        there.contains(number)
          ? "book \(number) has no ISBN, by which titles are asked for; "
            + "libraryctl sync --candidates \(number) shows what the source has for its title"
          : "book \(number) is not there any more")
    }
    let more = numbers.count - shown.count
    if more > 0 { console.warn("\(more) more cannot be fetched for such a reason") }
  }
}
