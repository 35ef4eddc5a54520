import Catalogue
public import Storage

extension LibraryClient {
  /// Asks a database that cannot be written: what would write is refused, and says why.
  /// - Parameter database: opened for reading.
  public static func reading(_ database: Database) -> LibraryClient {
    let feed = ChangeFeed(of: database)
    /// It does not come to the body.
    @Sendable func refuse<Answer: Sendable>(_ question: String) async throws -> Answer {
      try await database.write { _ in throw NoLibrary(question: question) }
    }
    return LibraryClient(
      account: { name in
        try await database.read { connection in
          if let name { return try Accounts.named(name, on: connection) }
          return try Accounts.current(on: connection)
        }
      },
      epoch: { id in try await database.read { try Accounts.withID(id, on: $0)?.epoch } },
      use: { _ in try await refuse("use") },
      load: { numbers, account in
        try await database.read { connection in
          LoadedBooks(
            numbers: numbers,
            books: try BookRows.read(numbers: numbers, in: account.id, on: connection),
            asOf: try LogEntry.last(on: connection))
        }
      },
      look: { try await feed.look(from: $0) },
      claim: { _ in try await refuse("claim") },
      claimBook: { _, _ in try await refuse("claimBook") },
      giveBack: { _ in try await refuse("giveBack") },
      renew: { _, _ in try await refuse("renew") },
      due: { _ in try await refuse("due") })
  }
}
