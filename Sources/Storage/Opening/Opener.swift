import CSQLite
import Files

/// Opens connections to one library, and checks and prepares its file when the first one is opened.
struct Opener: Sendable {
  struct Opened {
    let connection: Connection
    let warnings: [DatabaseWarning]
  }

  let given: String
  let access: DatabaseAccess
  let options: DatabaseOptions

  private var isWriting: Bool { access != .reading }
  private var newest: Int { options.migrations.count }

  /// Opens the first connection: looks at the file, makes it if that is wanted, checks whose it is,
  /// brings its schema up to date and, for a writer, compares the schema.
  /// - Returns: the connection, where the file is, and what its user should know.
  func open() throws -> (Opened, DatabaseLocation) {
    let create = access == .writing(create: true)
    let location = try DatabaseLocation(given, creatingDirectory: create)
    var warnings: [DatabaseWarning] = []
    switch try location.examine() {
    case .absent:
      guard create else { throw missing("no such file") }
      try location.checkName()
      try location.create()
    case .empty:
      guard create else { throw missing("the file is empty: no library has been made in it") }
      try location.checkName()
      try location.makePrivate()
    case .present(let isPrivate):
      if !isPrivate { warnings.append(.readableByOthers) }
    }
    if isWriting {
      try location.checkWritable()
      // mutant dead-copies-go: `DraftFile.removeDead(beside: location.path)` -> `` (DeadDraftTests)
      DraftFile.removeDead(beside: location.path)
    }
    let fileSystem = options.fileSystem ?? FileSystem(of: location.directory)
    if case .network(let kind) = fileSystem { warnings.append(.networkFileSystem(kind)) }
    do {
      let connection = try connect(to: location, on: fileSystem)
      let identity = try DatabaseIdentity(of: connection, newest: newest)
      try SchemaGuard.checkTables(of: connection)
      return try finish(connection, identity, location, fileSystem, warnings)
    } catch let error as StorageError {
      if let code = error.code, code & 0xFF == SQLITE_NOTADB {
        throw StorageError(
          .notOurs, "this is not a library", at: given, because: "it is no SQLite database",
          remedy: "name another file; if this one was a library once, restore a backup of it",
          code: code)
      }
      guard !isWriting, error.isForWantOfFilesBeside else { throw error }
      let connection = try openImmutable(location, because: error)
      warnings.append(.immutable(error.cause))
      return (Opened(connection: connection, warnings: warnings), location)
    }
  }

  /// Opens a further connection to a file that `open` has checked.
  func openAnother(at location: DatabaseLocation) throws(StorageError) -> Connection {
    try connect(to: location, on: options.fileSystem ?? FileSystem(of: location.directory))
  }

  private func connect(
    to location: DatabaseLocation, on fileSystem: FileSystem
  ) throws(StorageError) -> Connection {
    // For reading too: SQLite makes a read-only connection of it when the file cannot be written,
    // and index upkeep may write.
    let connection = try Connection(
      name: location.path, path: location.given,
      flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW)
    if fileSystem == .local { connection.writeLock = WriteLock(path: location.lockPath) }
    connection.checkpointPages = options.checkpointPages
    connection.checkpointThreshold = options.checkpointPages
    try connection.configure(patience: options.patience)
    connection.beforeCommit = IndexUpkeep.run
    return connection
  }

  /// Brings the index up to date before a read, when someone has written by hand. It waits for
  /// nobody: when the database is locked, read-only or not to be written, what is there is read.
  func catchUp(_ connection: Connection) throws(StorageError) {
    guard !connection.isReadOnly, try IndexUpkeep.isBehind(connection) else { return }
    do {
      try SchemaGuard(migrations: options.migrations).check(connection)
      try IndexUpkeep.catchUp(connection, patience: .zero)
    } catch {
      // The next command tries again, and `db check` says what is wrong.
    }
  }

  private func finish(
    _ connection: Connection, _ identity: DatabaseIdentity, _ location: DatabaseLocation,
    _ fileSystem: FileSystem, _ warnings: [DatabaseWarning]
  ) throws -> (Opened, DatabaseLocation) {
    if isWriting, connection.isReadOnly {
      throw StorageError(
        .readOnly, "the database cannot be written", at: given,
        because: "the file or its directory is read-only",
        remedy: StorageError.Kind.readOnly.remedy)
    }
    if identity.version < newest {
      if connection.isReadOnly {
        throw StorageError(
          .readOnly, "the database cannot be read as it is", at: given,
          because: "its schema is version \(identity.version), this program needs \(newest), and "
            + "the file is read-only",
          remedy: "make it writable for one command, or copy it")
      }
      if identity.version > 0 {
        try SchemaGuard(migrations: Array(options.migrations.prefix(identity.version)))
          .check(connection)
      }
      try connection.prepareFile(on: fileSystem, within: options.patience)
      try Migrator(migrations: options.migrations).migrate(connection)
    } else if isWriting {
      try connection.prepareFile(on: fileSystem, within: options.patience)
    // mutant copied-library-leaves-wal:
    //   `} else if fileSystem != .local, !connection.isReadOnly {`
    //   -> `} else if false {` (NetworkFileSystemTests)
    } else if fileSystem != .local, !connection.isReadOnly {
      // A library that was copied here. Whoever has it open keeps it as it is.
      try? connection.prepareFile(on: fileSystem, within: .zero)
    }
    if isWriting {
      try SchemaGuard(migrations: options.migrations).check(connection)
      // Before the first transaction, which would do all of it. What cannot be done now is done then.
      try? IndexUpkeep.catchUp(connection, patience: .zero)
    }
    // What brought the schema up to date is no part of what a caller does.
    connection.commits = 0
    return (Opened(connection: connection, warnings: warnings), location)
  }

  private func openImmutable(
    _ location: DatabaseLocation, because error: StorageError
  ) throws(StorageError) -> Connection {
    // mutant immutable-without-log:
    //   `where !location.isAbsentOrEmpty(suffix) {` -> `where suffix.isEmpty {` (DiskTests)
    for suffix in ["-wal", "-journal"] where !location.isAbsentOrEmpty(suffix) {
      throw StorageError(
        error.kind, "the database cannot be read", at: given,
        because: "\(error.cause), and the newest changes are still in \(location.path)\(suffix)",
        remedy: "make its directory writable and free some space, or copy both files elsewhere",
        code: error.code)
    }
    let connection = try Connection(
      name: location.immutableURI, path: given,
      flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW)
    try connection.configure(patience: options.patience)
    let identity = try DatabaseIdentity(of: connection, newest: newest)
    guard identity.version == newest else { throw error }
    try SchemaGuard.checkTables(of: connection)
    return connection
  }

  private func missing(_ cause: String) -> StorageError {
    StorageError(
      .missing, "there is no library", at: given, because: cause,
      remedy: isWriting ? "check the path" : "check the path, or make one with `add` or `import`")
  }
}

extension StorageError {
  /// Whether SQLite failed because it could not make or write the files that it keeps beside a
  /// database in WAL mode.
  fileprivate var isForWantOfFilesBeside: Bool {
    // Without memory or descriptors, nothing is known about those files.
    guard let code, kind != .outOfMemory else { return false }
    switch code & 0xFF {
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_FULL: return true
    case SQLITE_IOERR:
      // Only what concerns shared memory: a read that failed is a fault of the disk.
      return [18, 19, 20, 21, 22].map { SQLITE_IOERR | $0 << 8 }.contains(code)
    default: return false
    }
  }
}
