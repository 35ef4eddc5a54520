import CSQLite

/// What is open on a connection.
struct TransactionState {
  enum Kind { case none, reading, writing }

  var kind = Kind.none
  var savepoints = 0
  /// SQLite rolled the transaction back by itself, so that what would follow would stand alone.
  var isLost = false
  /// The last plausible year, once it was asked for: within a transaction it stays one.
  var latestYear: Int?
}

extension Connection {
  /// Runs `body` in a transaction that writes: all of it is on disk when this returns, or nothing.
  ///
  /// It begins IMMEDIATE: a transaction that read first and then wrote would fail at once when
  /// another one wrote between, whatever the busy timeout
  /// (https://www.sqlite.org/rescode.html#busy_snapshot).
  /// - Parameter body: the work; an error that leaves it undoes everything.
  /// - Returns: what `body` returned.
  /// - Throws: a `StorageError` of kind `misuse` within another transaction: use `savepoint` there.
  ///   The `effect` of a `StorageError` says what is left in the database.
  @discardableResult
  public func write<R>(_ body: () throws -> R) throws -> R {
    try write(patience: busyTimeout, body)
  }

  /// As `write`, waiting for other writers as long as is said.
  @discardableResult
  func write<R>(patience: Duration, _ body: () throws -> R) throws -> R {
    guard transaction.kind == .none, !isInTransaction else {
      throw StorageError(
        .misuse, "cannot begin a write transaction", at: path,
        because: transaction.kind == .reading
          ? "a read transaction is open on this connection"
          : "a write transaction is open on this connection",
        remedy: transaction.kind == .reading
          ? "end it first: what it has read may be out of date"
          : "use `savepoint` for a part that may fail alone")
    }
    let waited: Duration
    do {
      // mutant write-lock:
      //   `waited = try writeLock?.acquire(within: patience) ?? .zero⏎    } catch {⏎      throw undone(error)⏎    }⏎    defer { writeLock?.release() }`
      //   -> `waited = .zero⏎    }` (LockingTests)
      waited = try writeLock?.acquire(within: patience) ?? .zero
    } catch {
      throw undone(error)
    }
    defer { writeLock?.release() }
    let result = try transact(patience: max(patience - waited, .zero), body)
    do {
      try checkpointIfLong()
    } catch {
      // The transaction is on disk, in the log: a checkpoint that fails takes nothing from it, and
      // must not make the caller think so. The next write tries again.
      checkpointThreshold = logPages * 2
    }
    return result
  }

  private func transact<R>(patience: Duration, _ body: () throws -> R) throws -> R {
    let isShorter = patience != busyTimeout
    if isShorter { sqlite3_busy_timeout(handle, patience.milliseconds) }
    defer { if isShorter { sqlite3_busy_timeout(handle, busyTimeout.milliseconds) } }
    var isCommitting = false
    do {
      try run("BEGIN IMMEDIATE")
      transaction.kind = .writing
      defer { transaction = TransactionState() }
      let before = totalChanges
      let result = try finish(commit: "COMMIT", rollback: "ROLLBACK") {
        let result = try body()
        // mutant index-before-commit:
        //   `if let beforeCommit, totalChanges != before {`
        //   -> `if let beforeCommit, totalChanges < before {` (IndexUpkeepTests)
        if let beforeCommit, totalChanges != before { try beforeCommit(self) }
        isCommitting = true
        return result
      }
      if totalChanges != before { commits += 1 }
      return result
    } catch let error as StorageError {
      throw undone(error, isCommitting: isCommitting)
    }
  }

  /// An error with what is left in the database of the transaction that it ended.
  /// - Parameter isCommitting: whether it came from the commit itself.
  private func undone(_ error: StorageError, isCommitting: Bool = false) -> StorageError {
    var error = error
    let writeFailed = SQLITE_IOERR | 3 << 8
    let isDisk = error.code.map { $0 & 0xFF == SQLITE_IOERR && $0 != writeFailed } ?? false
    // The mark of the commit is written last, so a write that fails leaves none. When the log cannot be
    // synced, or what comes behind that fails, the mark may be there: whoever opens the database after
    // an accident reads the log from its beginning, and finds it.
    // mutant uncertain-commit: `if isCommitting, isDisk {` -> `if false {` (ErrorTruthTests)
    if isCommitting, isDisk {
      error.effect = .uncertain
    } else {
      // mutant earlier-changes: `commits == 0 ?` -> `commits >= 0 ?` (ErrorEffectTests|ErrorTruthTests)
      error.effect = commits == 0 ? .nothingChanged : .earlierChangesStay
    }
    return error
  }

  /// Runs `body` over one unchanging state of the database.
  ///
  /// Within another transaction, `body` reads what that one sees.
  /// - Returns: what `body` returned.
  public func read<R>(_ body: () throws -> R) throws -> R {
    guard transaction.kind == .none, !isInTransaction else { return try body() }
    try run("BEGIN DEFERRED")
    transaction.kind = .reading
    defer { transaction = TransactionState() }
    return try finish(commit: "COMMIT", rollback: "ROLLBACK", body)
  }

  /// Runs a part of a write transaction that may fail alone: an error undoes only what `body` did.
  /// - Returns: what `body` returned.
  /// - Throws: what `body` threw; a `StorageError` of kind `misuse` outside a write transaction.
  @discardableResult
  public func savepoint<R>(_ body: () throws -> R) throws -> R {
    guard transaction.kind == .writing else {
      throw StorageError(
        .misuse, "cannot set a savepoint", at: path,
        because: "no write transaction is open on this connection",
        remedy: "use it within `write`")
    }
    transaction.savepoints += 1
    defer { transaction.savepoints -= 1 }
    // The names nest, so one for each depth is enough, and the statements stay few.
    let name = "s\(transaction.savepoints)"
    try run("SAVEPOINT \(name)")
    return try finish(
      commit: "RELEASE \(name)", rollback: "ROLLBACK TO \(name); RELEASE \(name)", body)
  }

  /// Runs a part of a write transaction that is all of it: an error undoes the whole transaction,
  /// unless a savepoint is set.
  ///
  /// For each page that a statement changes, a savepoint keeps what was there, and for each later
  /// statement again, until it is released: with a thousand statements that costs more than they do.
  /// - Returns: what `body` returned.
  func whole<R>(_ body: () throws -> R) throws -> R {
    guard transaction.kind == .writing, transaction.savepoints == 0 else {
      return try savepoint(body)
    }
    do {
      return try body()
    } catch {
      if isInTransaction { try execute("ROLLBACK") }
      // mutant change-set-whole: `      transaction.isLost = true⏎` -> `` (ChangeSetTests)
      transaction.isLost = true
      throw error
    }
  }

  private func finish<R>(commit: String, rollback: String, _ body: () throws -> R) throws -> R {
    do {
      let result = try body()
      try run(commit)
      return result
    } catch {
      if isInTransaction { try execute(rollback) }
      throw error
    }
  }

  /// Some errors make SQLite roll back by itself (https://www.sqlite.org/lang_transaction.html,
  /// section 3.1). A body that catches such an error must not go on outside its transaction.
  func noteLostTransaction() {
    if transaction.kind != .none, !isInTransaction { transaction.isLost = true }
  }

  func transactionLost() -> StorageError {
    StorageError(
      .interrupted, "the transaction is over", at: path,
      because: "an earlier error undid it", remedy: "mend that error, then begin again")
  }

  var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }
}
