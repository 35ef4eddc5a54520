import Catalogue
import LibraryFeature
import Storage

/// How many books a sync would ask for.
struct SyncDue {
  /// Those that it could claim now.
  let count: Int
  /// Those that another sync holds.
  let heldElsewhere: Int

  /// Counts them.
  /// - Parameter lockPath: the library's lock file, on which other syncs show that they live.
  init(
    _ options: SyncOptions, _ account: Account, lockPath: String, on connection: Connection
  ) throws {
    let now = SystemClock.now
    var request = ClaimRequest(
      account: account.id, epoch: account.epoch, now: now, limit: options.limit ?? .max)
    let age = options.all ? 0 : options.maxAge * 1000
    request.answeredBefore = Instant(rawValue: now.rawValue - Int64(age))
    request.retriesFailed = options.retriesFailed || options.all
    request.numbers = options.numbers
    let due = try Tickets.due(
      request, isAlive: { TicketHolder.isAlive($0, lockPath: lockPath) }, on: connection)
    count = due.free
    heldElsewhere = due.held
  }
}
