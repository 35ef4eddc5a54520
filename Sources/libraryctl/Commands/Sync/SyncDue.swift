import Catalogue
import LibraryFeature
import Storage

/// How many books a sync would ask for.
enum SyncDue {
  static func count(
    _ options: SyncOptions, _ account: Account, on connection: Connection
  ) throws -> Int {
    if let numbers = options.numbers { return numbers.count }
    let now = SystemClock.now
    var request = ClaimRequest(
      account: account.id, epoch: account.epoch, now: now, limit: options.limit ?? .max)
    let age = options.all ? 0 : options.maxAge * 1000
    request.answeredBefore = Instant(rawValue: now.rawValue - Int64(age))
    request.retriesFailed = options.retriesFailed || options.all
    return try Tickets.dueCount(request, on: connection)
  }
}
