import Catalogue
import Files
import Glibc
import Storage

/// Undoes what a trial run wrote.
private struct DryRunEnded: Error {}

/// The opened library, with the account that the command line means.
struct Library {
  let database: Database
  private let output: BufferedOutput
  /// Goes with the library, when that was only for a trial.
  private let temporary: TemporaryDirectory?
  private let accountName: String?

  /// Opens the library to read it.
  /// - Returns: nil when it is the default one and not there yet: then it is empty.
  static func reading(_ invocation: Invocation, _ console: Console) throws -> Library? {
    let location = try LibraryLocation.find(invocation)
    do {
      return try open(location.path, .reading, invocation, console)
    } catch let error as StorageError where error.kind == .missing && !location.isNamed {
      return nil
    }
  }

  /// Opens the library to write to it, and makes it when it is not there.
  /// - Parameter dryRun: nothing will be kept: a library that is not there is made in a temporary
  ///   place instead.
  static func writing(
    _ invocation: Invocation, _ console: Console, dryRun: Bool = false
  ) throws -> Library {
    let location = try LibraryLocation.find(invocation)
    if dryRun {
      do {
        return try open(location.path, .writing(create: false), invocation, console)
      } catch let error as StorageError where error.kind == .missing {}
      let temporary = try trialDirectory()
      return try open(
        temporary.path + "/library.db", .writing(create: true), invocation, console,
        keeping: temporary)
    }
    return try open(location.path, .writing(create: true), invocation, console)
  }

  private static func trialDirectory() throws(CommandError) -> TemporaryDirectory {
    do throws(SystemError) {
      return try TemporaryDirectory()
    } catch {
      throw CommandError(
        .failed, "cannot make a temporary directory: \(error)", in: TemporaryFolder.path,
        hint: "set TMPDIR to a directory that can be written")
    }
  }

  /// Opens the library to change what is in it; one that is not there has nothing to change.
  static func changing(_ invocation: Invocation, _ console: Console) throws -> Library {
    let location = try LibraryLocation.find(invocation)
    return try open(location.path, .writing(create: false), invocation, console)
  }

  /// As `changing`, for commands that have nothing to do in a library that is not there.
  /// - Returns: nil when it is the default one and not there yet.
  static func changingIfThere(
    _ invocation: Invocation, _ console: Console
  ) throws -> Library? {
    do {
      return try changing(invocation, console)
    } catch let error as StorageError
      where error.kind == .missing && !invocation.has(GlobalOptions.db)
    {
      return nil
    }
  }

  private static func open(
    _ path: String, _ access: DatabaseAccess, _ invocation: Invocation, _ console: Console,
    keeping temporary: TemporaryDirectory? = nil
  ) throws -> Library {
    var options = DatabaseOptions()
    if let seconds = try GlobalOptions.wait.value(in: invocation, orOf: .wait) {
      options.patience = .seconds(seconds)
    }
    let database = try Database.open(at: path, access: access, options: options)
    for warning in database.warnings { console.warn(warning.description) }
    return Library(
      database: database, output: console.output, temporary: temporary,
      accountName: try GlobalOptions.account.value(in: invocation, orOf: .account))
  }

  /// Reads over one unchanging state, for the account that is meant.
  func read<R>(_ body: (Connection, Account) throws -> R) throws -> R {
    try readAll { connection in try body(connection, try account(on: connection)) }
  }

  /// Reads over one unchanging state, of all accounts.
  func readAll<R>(_ body: (Connection) throws -> R) throws -> R {
    try database.readAndWait(body)
  }

  /// Writes in one transaction, for the account that is meant.
  /// - Parameter dryRun: undoes it all at the end, so that only the report is left.
  func write<R>(dryRun: Bool = false, _ body: (Connection, Account) throws -> R) throws -> R {
    try writeAll(dryRun: dryRun) { connection in
      try body(connection, try account(on: connection))
    }
  }

  /// Writes in one transaction, of all accounts.
  func writeAll<R>(dryRun: Bool = false, _ body: (Connection) throws -> R) throws -> R {
    // What was typed by hand since is found too.
    func upToDate(_ connection: Connection) throws -> R {
      try BookIndex.update(on: connection)
      return try body(connection)
    }
    guard dryRun else { return try output.held { try database.writeAndWait(upToDate) } }
    var result: R?
    do {
      try database.writeAndWait { connection in
        result = try upToDate(connection)
        throw DryRunEnded()
      }
    } catch is DryRunEnded {}
    guard let result else { throw CommandError(.failed, "the trial run had no result") }
    return result
  }

  private func account(on connection: Connection) throws -> Account {
    guard let name = accountName else { return try Accounts.current(on: connection) }
    return try Accounts.named(name, on: connection)
  }
}
