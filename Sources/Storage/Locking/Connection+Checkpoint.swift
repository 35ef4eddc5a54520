import CSQLite

/// What became of a checkpoint.
enum CheckpointOutcome: Hashable, Sendable {
  /// The log is in the database, and empty.
  case complete
  /// A reader still needs the log's end, or someone is writing.
  case partial
  /// Nothing was tried, since someone else is writing.
  case skipped
}

extension Connection {
  /// Follows the length of the log, and keeps SQLite from checkpointing by itself.
  ///
  /// An automatic checkpoint is PASSIVE: it takes no write lock, so it can race a commit that starts
  /// the log anew, and lose commits. The hook takes the place of the automatic one
  /// (https://www.sqlite.org/c3ref/wal_hook.html).
  func followLog() {
    sqlite3_wal_autocheckpoint(handle, 0)
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Moves the log into the database when it has become long. After a checkpoint that a reader held
  /// up, the next one waits until the log is twice as long, so that writers do not stand still.
  ///
  /// Long is also measured by the database. Changes of many books go to pages all over its indexes, and
  /// what is moved is each page once, however many transactions have changed it.
  func checkpointIfLong() throws(StorageError) {
    guard logPages >= checkpointThreshold,
      try logPages >= integer("PRAGMA page_count") / 8
    else { return }
    if try checkpoint() == .complete {
      checkpointThreshold = checkpointPages
    } else {
      checkpointThreshold = max(logPages, checkpointPages) * 2
    }
  }

  /// Moves the log into the database and empties it.
  /// - Throws: a `StorageError` of kind `misuse` unless this connection holds the write lock.
  func checkpoint() throws(StorageError) -> CheckpointOutcome {
    guard let writeLock, writeLock.isHeld else {
      throw StorageError(
        .misuse, "cannot checkpoint the database", at: path,
        because: "the write lock is not held", remedy: "take it first")
    }
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, busyTimeout.milliseconds) }
    // A program that does not take our lock (the sqlite3 shell) may be writing. TRUNCATE would then
    // fall back to PASSIVE, which is what must not happen, so ask first.
    guard try isWritable() else { return .skipped }
    sqlite3_busy_timeout(handle, 200)
    let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    switch code & 0xFF {
    case SQLITE_OK:
      logPages = 0
      return .complete
    case SQLITE_BUSY, SQLITE_LOCKED: return .partial
    default: throw failure(code)
    }
  }

  private func isWritable() throws(StorageError) -> Bool {
    do throws(StorageError) {
      try run("BEGIN IMMEDIATE")
    } catch {
      if error.kind == .locked { return false }
      throw error
    }
    try run("ROLLBACK")
    return true
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
