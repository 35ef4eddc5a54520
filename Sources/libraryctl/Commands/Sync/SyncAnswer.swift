import Catalogue
import LibraryFeature
import Storage

/// How a sync is told: events as lines, the summary as one object or one line.
enum SyncAnswer {
  /// An event as an object for `--jsonl`.
  static func record(_ event: SyncEvent) -> Record {
    func record(_ name: String, _ number: BookNumber, _ more: Record = []) -> Record {
      [("event", .text(name)), ("number", .integer(number.rawValue))] + more
    }
    switch event {
    case .claimed(let numbers):
      return [
        ("event", .text("claimed")), ("count", .integer(numbers.count)),
        ("numbers", .list(numbers.map { .integer($0.rawValue) })),
      ]
    case .updated(let number, let title):
      return record("updated", number, [("title", .text(title))])
    case .unchanged(let number): return record("unchanged", number)
    case .notFound(let number): return record("not_found", number)
    case .failed(let number, let failure):
      return record(
        "failed", number,
        [("kind", .text(failure.kind)), ("reason", .text(failure.description))])
    case .refused(let number, let reason):
      return record("refused", number, [("reason", .text(reason.rawValue))])
    case .backingOff(let stop):
      var wait: OutputValue = .null
      if case .rateLimited(let seconds?) = stop { wait = .number(seconds) }
      return [
        ("event", .text("backing_off")), ("reason", .text(reason(stop))), ("retry_after", wait),
      ]
    }
  }

  /// An event in words; nil for one that only the counts tell.
  static func text(_ event: SyncEvent) -> String? {
    switch event {
    case .failed(let number, let failure): "failed: book \(number): \(failure)"
    case .refused(let number, let reason): "refused: book \(number): \(reason.rawValue)"
    case .notFound(let number): "not there: book \(number)"
    case .claimed, .updated, .unchanged, .backingOff: nil
    }
  }

  /// Says that books without an ISBN are not due.
  static func noteBooksWithoutISBN(_ count: Int, _ console: Console) {
    guard count > 0, !console.isJSON else { return }
    console.note(
      (count == 1 ? "1 book has no ISBN and is" : "\(count) books have no ISBN and are")
        + " not due; libraryctl sync --candidates BOOK shows what the source has for a title")
  }

  /// Writes the summary.
  /// - Parameters:
  ///   - progress: nil for a sync that asked for nothing.
  ///   - due: what is due then.
  static func write(
    _ progress: SyncProgress?, due: SyncDue? = nil, seconds: Double, _ console: Console
  ) throws {
    let left = progress?.left ?? due?.count ?? 0
    let held = progress?.heldElsewhere ?? due?.heldElsewhere ?? 0
    var record = record(progress, left: left, held: held, seconds: seconds)
    if let due {
      record += [("would_ask", .integer(due.asked)), ("requests", .integer(due.requests))]
    }
    switch console.form {
    case .json: try console.write(json: .object(record))
    case .jsonl: try console.write(json: .object([("event", .text("summary"))] + record))
    case .table, .tabs:
      try console.output.write(
        progress.map(text) ?? text(due: due, left: left, held: held))
      try console.output.write("\n")
    }
    try console.output.flush()
  }

  /// A trial run in words.
  private static func text(due: SyncDue?, left: Int, held: Int) -> String {
    var text = left == 1 ? "1 book is due" : "\(left) books are due"
    if let due, due.asked < left { text += "; \(due.asked) would be asked for" }
    if let due, due.requests > 0 {
      text += due.requests == 1 ? "; 1 request" : "; \(due.requests) requests"
    }
    return text + (held > 0 ? "; \(held) held by another sync" : "")
  }

  /// A book that a sync would ask for, as an object for `--jsonl`.
  static func record(_ book: Tickets.DueBook) -> Record {
    [
      ("event", .text("would_ask")), ("number", .integer(book.number.rawValue)),
      ("isbn", .text(book.isbn)), ("title", .text(book.title)),
    ]
  }

  /// The summary, with the names that are promised.
  private static func record(
    _ progress: SyncProgress?, left: Int, held: Int, seconds: Double
  ) -> Record {
    let refused: Record = Refusal.allCases.map { reason in
      (reason.rawValue, .integer(progress?.refused[reason] ?? 0))
    }
    return [
      ("claimed", .integer(progress?.claimed ?? 0)),
      ("updated", .integer(progress?.updated ?? 0)),
      ("unchanged", .integer(progress?.unchanged ?? 0)),
      ("not_found", .integer(progress?.notFound ?? 0)),
      ("failed", .integer(progress?.failed ?? 0)), ("refused", .object(refused)),
      ("given_back", .integer(progress?.givenBack ?? 0)), ("left", .integer(left)),
      ("held_elsewhere", .integer(held)),
      ("seconds", .number((seconds * 1000).rounded() / 1000)),
    ]
  }

  /// The summary in words.
  private static func text(_ progress: SyncProgress) -> String {
    var text =
      "\(progress.claimed) claimed: \(progress.updated) updated, \(progress.unchanged) unchanged, "
      + "\(progress.notFound) not there, \(progress.failed) failed, "
      + "\(progress.refusedCount) refused, \(progress.givenBack) given back"
    let reasons = Refusal.allCases.compactMap { reason in
      progress.refused[reason].map { "\($0) \(reason.rawValue)" }
    }
    if !reasons.isEmpty { text += " (refused: \(reasons.joined(separator: ", ")))" }
    if progress.left > 0 { text += "; \(progress.left) left" }
    if progress.heldElsewhere > 0 { text += "; \(progress.heldElsewhere) held by another sync" }
    return text
  }

  private static func reason(_ stop: SyncProgress.Stop) -> String {
    switch stop {
    case .interrupted: "interrupted"
    case .accountSwitched: "account_switched"
    case .unauthorised: "unauthorised"
    case .offline(let text): text
    case .rateLimited: "rate_limited"
    case .unconfigured(let text): text
    case .storage(let failure): failure.description
    }
  }
}
