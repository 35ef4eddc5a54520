import Catalogue
import LibraryFeature
import Storage
import Sync

/// `sync`
enum SyncCommand {
  private static let all = Flag("all", "every book with an ISBN, also one fetched lately")
  private static let maxAge = Option<Double>(
    "max-age", "AGE", "fetch again what is older: 12h, 30d (30d)",
    read: { text throws(InvalidValue) in try Seconds.read(text) })
  private static let retryFailed = Flag("retry-failed", "failed books at once, without their wait")
  private static let jobs = Option<Int>("jobs", letter: "j", "N", least: 1, "requests at once")
  private static let limit = Option<Int>("limit", letter: "l", "N", least: 0, "at most N books")
  private static let timeout = Option<Double>(
    "timeout", "TIME", "how long a request may take, tries included (20s; $LIBRARYCTL_TIMEOUT)",
    read: { text throws(InvalidValue) in try Seconds.read(text) })
  private static let maxAnswer = Option<Int>(
    "max-answer", "SIZE",
    "the largest answer that is read, unpacked: 512k, 8M (8M; $LIBRARYCTL_MAX_ANSWER)",
    read: { text throws(InvalidValue) in try ByteCount.read(text) })
  static let lease = Option<Double>(
    "lease", "TIME",
    "how long a book is kept from other syncs when this one stands still (120s; $LIBRARYCTL_LEASE)",
    read: { text throws(InvalidValue) in try Seconds.read(text) })
  private static let candidates = Flag(
    "candidates", "show what the source has for a book's title and authors; change nothing")
  private static let dryRun = Flag(
    "dry-run", letter: "n", "say what would be asked for (-v: each book), and ask for nothing")

  static let command = Command(
    "sync", "fetches titles and details for the books that are due",
    about: """
      Asks the account's title source in batches and saves each batch as it comes. What you typed \
      stays; an answer that comes too late (the book was removed, its ISBN changed, the account \
      switched) is refused and counted. Ctrl-C ends it in order: what was not asked for yet is due \
      again at once.
      """,
    examples: [
      Command.Example("libraryctl sync", "what is due"),
      Command.Example("libraryctl sync 12 13", "these books, due or not"),
      Command.Example("libraryctl sync --query dune", "those that have the word, due or not"),
      Command.Example("libraryctl sync --jsonl", "one line an event, as it happens"),
      Command.Example(
        "libraryctl sync --candidates 14", "to choose an ISBN for a book without one"),
    ],
    operands: [Operand("BOOK", .book, .any)],
    options: [
      BookSelection.query, BookSelection.ids, all, maxAge, retryFailed, jobs, limit, timeout,
      maxAnswer, lease, candidates, dryRun,
    ],
    answers: [.one(.syncSummary, lines: .syncEvent), .list(.candidate, with: candidates)]
  ) { invocation, console in
    let bounds = try bounds(invocation)
    if invocation.has(candidates) { return try showCandidates(invocation, bounds, console) }
    guard let library = try Library.changingIfThere(invocation, console) else {
      try SyncAnswer.write(nil, seconds: 0, console)
      return .done
    }
    let (account, numbers) = try library.read { connection, account in
      (account, try named(invocation, account, connection))
    }
    var options = SyncOptions()
    options.numbers = numbers
    options.all = invocation.has(all)
    options.retriesFailed = invocation.has(retryFailed)
    if let age = invocation.value(of: maxAge) { options.maxAge = age }
    options.jobs = invocation.value(of: jobs)
    options.limit = invocation.value(of: limit)
    if invocation.has(dryRun) {
      return try showDue(options, account, bounds, library, console)
    }
    if let given = try lease.value(in: invocation, orOf: .lease) { options.lease = given }
    let source = try SyncSource.of(account, of: library.database, bounds) {
      try console.confirm($0, invocation)
    }
    return try SyncRun(
      library.database, account, options, source, again: invocation.line, console
    ).run()
  }

  private static func showDue(
    _ options: SyncOptions, _ account: Account, _ bounds: SourceBounds, _ library: Library,
    _ console: Console
  ) throws -> ExitCode {
    // Making a source asks nothing.
    let limits = try SyncSource.limits(of: account, bounds)
    try library.readAll { connection in
      let due = try SyncDue(
        options, account, limits, lockPath: library.database.lockPath, on: connection)
      if case .jsonl = console.form {
        try due.forEach(on: connection) { try console.write(json: .object(SyncAnswer.record($0))) }
      } else if console.isVerbose {
        try due.forEach(on: connection) { book in
          console.note(
            "would ask for book \(book.number), ISBN \(book.isbn)"
              + (book.title.map { ": \($0)" } ?? ""))
        }
      }
      try SyncAnswer.write(nil, due: due, seconds: 0, console)
    }
    return .done
  }

  private static func showCandidates(
    _ invocation: Invocation, _ bounds: SourceBounds, _ console: Console
  ) throws -> ExitCode {
    guard let library = try Library.changingIfThere(invocation, console) else {
      throw CommandError(
        .failed, "there is no book to search for", in: invocation.name,
        hint: "the library is empty: see libraryctl add --help")
    }
    let (account, numbers) = try library.read { connection, account in
      (account, try BookSelection(invocation).numbers(in: account, on: connection))
    }
    let source = try SyncSource.of(account, of: library.database, bounds) {
      try console.confirm($0, invocation)
    }
    return try SyncCandidates(library.database, account, source, console).run(numbers)
  }

  /// What a source may cost: by the command line, else as it is set.
  static func bounds(_ invocation: Invocation) throws -> SourceBounds {
    var bounds = SourceBounds()
    if let patience = try timeout.value(in: invocation, orOf: .timeout) {
      bounds.patience = .seconds(patience)
    }
    if let size = try maxAnswer.value(in: invocation, orOf: .maxAnswer) {
      bounds.answerBytes = size
    }
    return bounds
  }

  /// The books that are named; nil: those that are due.
  private static func named(
    _ invocation: Invocation, _ account: Account, _ connection: Connection
  ) throws -> [BookNumber]? {
    guard
      !invocation.operands.isEmpty || invocation.has(BookSelection.query)
        || invocation.has(BookSelection.ids)
    else { return nil }
    return try BookSelection(invocation).numbers(in: account, on: connection)
  }
}
