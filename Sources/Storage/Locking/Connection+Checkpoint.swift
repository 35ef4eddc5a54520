import CSQLite

/// What became of a checkpoint.
enum CheckpointOutcome: Hashable, Sendable {
  /// All of the log is in the database. The next write begins the log again at its start.
  case complete
  /// A reader still needs the log's end, or another program moves the log.
  case partial
  /// Nothing was tried, since another program is writing.
  case skipped
}

extension Connection {
  /// How many bytes the log's file keeps when it begins anew, for the pages of the next writes.
  static let keptLogSize = 4 << 20

  /// Follows the length of the log, and keeps SQLite from checkpointing by itself.
  ///
  /// An automatic checkpoint is PASSIVE and takes no write lock, so it can race a commit that starts
  /// the log anew, and lose commits. The hook takes the place of the automatic one
  /// (https://www.sqlite.org/c3ref/wal_hook.html).
  func followLog() {
    sqlite3_wal_autocheckpoint(handle, 0)
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().noteLog(pages: Int(pages))
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func noteLog(pages: Int) {
    // A shorter log is one that was begun anew.
    if pages < logPages { checkpointThreshold = checkpointPages }
    logPages = pages
  }

  /// Moves the log into the database when it has become long.
  ///
  /// The next checkpoint waits until the log is longer by as much again: a reader may keep the log from
  /// beginning anew though all of it was moved. After a checkpoint that a reader held up, it waits
  /// until the log is twice as long, so that no write is slowed down for nothing.
  ///
  /// Long is also measured by the database. Changes of many books go to pages all over its indexes, and
  /// what is moved is each page once, however many transactions have changed it.
  func checkpointIfLong() throws(StorageError) {
    guard logPages >= checkpointThreshold,
      // mutant log-long-for-its-database:
      //   `try logPages >= integer("PRAGMA page_count") / 8` -> `true` (LockingTests)
      try logPages >= integer("PRAGMA page_count") / 8
    else { return }
    if try checkpoint() == .complete {
      checkpointThreshold = logPages + checkpointPages
    } else {
      checkpointThreshold = max(logPages, checkpointPages) * 2
    }
  }

  /// Moves the log into the database, while nobody can write.
  ///
  /// SQLite's modes FULL, RESTART and TRUNCATE do not help: without the write lock they go on as a
  /// PASSIVE checkpoint, and any program may take the lock after one has looked whether it is free.
  /// So this connection holds the write lock, and another one runs a PASSIVE checkpoint, which needs
  /// only the lock of checkpoints. Nobody can commit or begin the log anew beside it.
  /// - Throws: a `StorageError` of kind `misuse` unless this connection holds the lock of the program's
  ///   writers; others when the disk fails. No commit is lost then.
  func checkpoint() throws(StorageError) -> CheckpointOutcome {
    // mutant checkpoint-under-lock:
    //   `guard let writeLock, writeLock.isHeld else {`
    //   -> `guard writeLock != nil else {` (LockingTests)
    guard let writeLock, writeLock.isHeld else {
      throw StorageError(
        .misuse, "cannot checkpoint the database", at: path,
        because: "the write lock is not held", remedy: "take it first")
    }
    let other = try openForCheckpoint()
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, busyTimeout.milliseconds) }
    // mutant unlocked-checkpoint: `BEGIN IMMEDIATE` -> `BEGIN` (LockingTests)
    guard try begins("BEGIN IMMEDIATE") else { return .skipped }
    defer { if isInTransaction { _ = try? run("ROLLBACK") } }
    // The other connection went by the file's name, and must have the same file.
    try checkStillThere()
    duringCheckpoint?()
    var frames: Int32 = 0
    var moved: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(
      other.handle, "main", SQLITE_CHECKPOINT_PASSIVE, &frames, &moved)
    switch code & 0xFF {
    case SQLITE_OK: return frames == moved ? .complete : .partial
    case SQLITE_BUSY, SQLITE_LOCKED: return .partial
    default: throw other.failure(code)
    }
  }

  private func openForCheckpoint() throws(StorageError) -> Connection {
    let file = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? path
    let other = try Connection(
      name: file, path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW)
    csqlite_configure(other.handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    // SQLite opens the log with the first read.
    _ = try other.integer("PRAGMA schema_version")
    return other
  }

  /// - Returns: false when another program holds the lock.
  private func begins(_ sql: String) throws(StorageError) -> Bool {
    do throws(StorageError) {
      try run(sql)
      return true
    } catch {
      if error.kind == .locked { return false }
      throw error
    }
  }
}

extension Duration {
  /// Whole milliseconds, as SQLite takes them; a longer time than it can take is its longest.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    return Int32(
      clamping: seconds.multipliedReportingOverflow(by: 1000).overflow
        ? Int64.max : seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
