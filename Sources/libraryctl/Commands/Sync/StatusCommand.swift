import Catalogue
import Storage

/// `status`
enum StatusCommand {
  static let command = Command(
    "status", "shows what is fetched, due, failed and under way",
    about: """
      A book is due when it was never asked for, when its last try failed and the wait is over, or \
      when its answer is older than 30 days; without an ISBN it is never due. What is in flight is \
      held by a running sync; what a dead one held is due at once.
      """,
    examples: [
      Command.Example("libraryctl status", "of the current account"),
      Command.Example("libraryctl status --json", "for a program"),
    ],
    answers: [.one(.status)]
  ) { invocation, console in
    guard let library = try Library.reading(invocation, console) else {
      try write(SyncStatus(), of: nil, console)
      return .done
    }
    let lockPath = library.database.lockPath
    try library.read { connection, account in
      let status = try SyncStatus.read(
        account.id, at: SystemClock.now,
        isAlive: { TicketHolder.isAlive($0, lockPath: lockPath) }, on: connection)
      try write(status, of: account, console)
    }
    return .done
  }

  private static func write(
    _ status: SyncStatus, of account: Account?, _ console: Console
  ) throws {
    var record: Record = [
      ("account", .text(account?.name)), ("source", .text(account?.source.rawValue)),
      ("books", .integer(status.books)),
    ]
    for state in Book.SyncState.allCases {
      let name = String(state.rawValue.map { $0 == "-" ? "_" : $0 })
      record.append((name, .integer(status.counts[state] ?? 0)))
    }
    record += [
      ("due", .integer(status.due)), ("waiting", .integer(status.waiting)),
      ("next_retry", .text(status.nextRetry?.description)),
      ("next_not_found", .text(status.nextNotFound?.description)),
      ("in_flight", .list(status.inFlight.map { .object(inFlight($0)) })),
    ]
    if console.isJSON { return try console.write(json: .object(record)) }
    var listing = Listing(
      console, columns: [Listing.Column("field"), Listing.Column("value", isFlexible: true)])
    for field in record where field.name != "in_flight" {
      try listing.append(cells: [field.name, field.value.plainText])
    }
    try listing.append(cells: ["in_flight", String(status.inFlight.count)])
    try listing.finish()
    try writeHolders(status.inFlight, console)
    SyncAnswer.noteBooksWithoutISBN(status.counts[.noISBN] ?? 0, console)
  }

  /// Who holds what, in one line a holder.
  private static func writeHolders(_ tickets: [SyncStatus.InFlight], _ console: Console) throws {
    let now = SystemClock.now
    for (holder, held) in Dictionary(grouping: tickets, by: \.holder).sorted(by: { $0.key < $1.key }
    ) {
      let age = held.map { $0.age(at: now) }.max() ?? 0
      let isAlive = held.contains(where: \.isAlive)
      console.note(
        "\(held.count) held for \(age / 1000) s by sync \(holder)"
          + (isAlive ? "" : ", which has died: they are due"))
    }
  }

  private static func inFlight(_ ticket: SyncStatus.InFlight) -> Record {
    [
      ("number", .integer(ticket.number.rawValue)), ("isbn", .text(ticket.isbn?.description)),
      ("title", .text(ticket.title)), ("holder", .integer(ticket.holder)),
      ("alive", .bool(ticket.isAlive)),
      ("age_seconds", .number(Double(ticket.age(at: SystemClock.now)) / 1000)),
      ("expires_at", .text(ticket.expiresAt.description)),
    ]
  }
}
