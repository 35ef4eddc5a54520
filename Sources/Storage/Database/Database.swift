/// A library's database: one connection that writes and one that reads, each on its own queue.
public final class Database: Sendable {
  /// The path as it was given.
  public let path: String
  public let access: DatabaseAccess
  /// What the user should know, though the database works.
  public let warnings: [DatabaseWarning]
  /// The lock file, `<database>.lock`, on which holders of tickets also show that they live.
  public let lockPath: String
  /// The file that is open, with its directory resolved.
  let databasePath: String
  private let writer: ConnectionQueue
  private let reader: ConnectionQueue
  private let opener: Opener
  private let location: DatabaseLocation

  /// Opens a library.
  ///
  /// Only `.writing(create: true)` makes a file. An older schema is brought up to date, also for
  /// reading.
  /// - Parameters:
  ///   - path: the file, absolute or from the working directory.
  ///   - access: what will be done with it.
  ///   - options: how long to wait for other programs, and the like.
  /// - Throws: `missing`, `notOurs`, `newerSchema`, `foreignObject` (writing), `cannotOpen`,
  ///   `readOnly`, `locked`, `diskFull`, `io`, `corrupt` or `migration`.
  public static func open(
    at path: String, access: DatabaseAccess, options: DatabaseOptions = DatabaseOptions()
  ) throws(StorageError) -> Database {
    let opener = Opener(given: path, access: access, options: options)
    do {
      let (opened, location) = try opener.open()
      return Database(
        opened.connection, isReadOnly: opened.connection.isReadOnly, warnings: opened.warnings,
        at: location, opener: opener)
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(
        .misuse, "cannot open the database", at: path, because: "\(error)",
        remedy: StorageError.Kind.misuse.remedy)
    }
  }

  private init(
    _ first: sending Connection, isReadOnly: Bool, warnings: [DatabaseWarning],
    at location: DatabaseLocation, opener: Opener
  ) {
    self.opener = opener
    path = opener.given
    access = opener.access
    self.warnings = warnings
    lockPath = location.lockPath
    databasePath = location.path
    self.location = location
    if opener.access == .reading {
      reader = ConnectionQueue(label: "libraryctl.reader", path: path, connection: first)
      writer = ConnectionQueue(label: "libraryctl.writer", path: path) {
        throw StorageError(
          .readOnly, "the database cannot be written", at: opener.given,
          because: isReadOnly ? "it is read-only" : "it was opened for reading",
          remedy: "open it for writing")
      }
    } else {
      writer = ConnectionQueue(label: "libraryctl.writer", path: path, connection: first)
      reader = ConnectionQueue(label: "libraryctl.reader", path: path) {
        try opener.openAnother(at: location)
      }
    }
  }

  /// Runs `body` in a write transaction: when this returns, all of it is on disk.
  /// - Parameter body: the work; an error that leaves it undoes everything.
  /// - Returns: what `body` returned.
  public func write<R: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> R
  ) async throws -> R {
    try await writer.run { connection in try connection.write { try body(connection) } }
  }

  /// Runs `body` over one unchanging state of the database.
  /// - Returns: what `body` returned.
  public func read<R: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> R
  ) async throws -> R {
    try await reader.run { [opener] connection in
      // mutant index-before-read: `try opener.catchUp(connection)` -> `` (IndexUpkeepTests)
      try opener.catchUp(connection)
      return try connection.read { try body(connection) }
    }
  }

  /// Runs `body` on the connection that reads, without bringing the index up to date first: what it
  /// does not need must not be written on its behalf. It begins its own transaction.
  func look<R: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> R
  ) async throws -> R {
    try await reader.run(body)
  }

  /// As `write`, for programs without concurrency: the calling thread waits.
  @discardableResult
  public func writeAndWait<R>(_ body: (Connection) throws -> R) throws -> R {
    try writer.runAndWait { connection in try connection.write { try body(connection) } }
  }

  /// As `read`, for programs without concurrency: the calling thread waits.
  public func readAndWait<R>(_ body: (Connection) throws -> R) throws -> R {
    try reader.runAndWait { connection in
      try opener.catchUp(connection)
      return try connection.read { try body(connection) }
    }
  }

  /// Runs work on the connection that reads, outside of a transaction.
  func withReader<R>(_ body: (Connection) throws -> R) throws -> R {
    try reader.runAndWait(body)
  }

  /// Runs work of several transactions on the connection that writes.
  /// - Parameter body: begins its own transactions with `connection.write`.
  /// - Returns: what `body` returned.
  @discardableResult
  public func withWriter<R>(_ body: (Connection) throws -> R) throws -> R {
    try writer.runAndWait(body)
  }

  /// Opens a connection beside the two, for work in which they take part.
  func openAnother() throws(StorageError) -> Connection { try opener.openAnother(at: location) }

  /// Ends both connections when the work that was begun is done, and moves the log into the database
  /// unless another program uses it.
  public func close() {
    reader.close()
    writer.close()
  }
}
