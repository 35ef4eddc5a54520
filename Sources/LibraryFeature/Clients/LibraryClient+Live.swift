public import Catalogue
public import Storage

extension LibraryClient {
  /// Asks a database.
  /// - Parameters:
  ///   - database: opened for writing.
  ///   - holder: the run that takes tickets.
  ///   - now: the clock.
  public static func live(
    _ database: Database, holder: TicketHolder, now: @escaping @Sendable () -> Instant
  ) -> LibraryClient {
    var client = reading(database)
    client.use = { name in try await database.write { try Accounts.use(name, on: $0) } }
    client.claim = { request in
      try await database.write { try Tickets.claim(request, for: holder, on: $0) }
    }
    client.claimBook = { number, account in
      try await database.write {
        try Tickets.claimBook(number, of: account, at: now(), for: holder, on: $0)
      }
    }
    client.giveBack = { tickets in
      try await database.write { try Tickets.giveBack(tickets, on: $0) }
    }
    client.renew = { tickets, lease in
      try await database.write {
        try Tickets.renew(tickets, at: now(), lease: lease, on: $0)
      }
    }
    client.due = { request in
      try await database.read {
        // What this run holds itself is left, not held by others.
        try Tickets.due(request, isAlive: { $0 != holder.number && holder.isAlive($0) }, on: $0)
      }
    }
    return client
  }
}
