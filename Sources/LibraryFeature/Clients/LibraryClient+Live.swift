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
    let feed = ChangeFeed(of: database)
    return LibraryClient(
      account: { name in
        try await database.read { connection in
          if let name { return try Accounts.named(name, on: connection) }
          return try Accounts.current(on: connection)
        }
      },
      use: { name in try await database.write { try Accounts.use(name, on: $0) } },
      load: { numbers, account in
        try await database.read { connection in
          LoadedBooks(
            numbers: numbers,
            books: try BookRows.read(numbers: numbers, in: account.id, on: connection),
            asOf: try LogEntry.last(on: connection))
        }
      },
      look: { try await feed.look(from: $0) },
      claim: { request in
        try await database.write { try Tickets.claim(request, for: holder, on: $0) }
      },
      claimBook: { number, account in
        try await database.write { connection in
          var request = ClaimRequest(
            account: account.id, epoch: account.epoch, now: now(), limit: 1)
          request.numbers = [number]
          try Tickets.supersede(number, of: holder, on: connection)
          return try Tickets.claim(request, for: holder, on: connection).books.first
        }
      },
      giveBack: { tickets in
        try await database.write { try Tickets.giveBack(tickets, on: $0) }
      },
      renew: { tickets, lease in
        try await database.write {
          try Tickets.renew(tickets, at: now(), lease: lease, on: $0)
        }
      },
      due: { request in
        try await database.read {
          try Tickets.due(request, isAlive: holder.isAlive, on: $0)
        }
      })
  }
}
