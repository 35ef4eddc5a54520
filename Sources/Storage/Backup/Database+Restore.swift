public import Catalogue
import Files
import Glibc

/// What a restore did, or would do.
public struct RestoreOutcome: Hashable, Sendable {
  /// How many books the restored library has, those in the trash included.
  public let books: Int
  /// The file with the library as it was; nil when there was nothing in it, or for a trial.
  public let kept: String?
}

extension Database {
  /// Makes the library what a backup is, for every program that uses it: in one transaction, all of
  /// it or nothing.
  ///
  /// What is in the library now is kept in a file beside it. That copy is made while nobody can write,
  /// and nobody can until the library is replaced. So a change that was acknowledged is in the copy
  /// when it came before, and in the restored library when it came after.
  ///
  /// The backup is checked and brought up to date in a copy first. Numbers that were given since are
  /// not given again, and every account begins a new epoch, so that nothing that is under way now
  /// reaches the restored books.
  /// - Parameters:
  ///   - backup: it is only read.
  ///   - now: the moment, for the name of the file with what is there now.
  ///   - isTrial: stops before the library would be replaced.
  ///   - isStopped: asked while pages are checked and copied; then the library is as it was.
  /// - Throws: a `StorageError`: `foreignObject`, `corrupt`, `cannotOpen`, `locked` and what writing
  ///   may throw. The library is as it was then. Once it is replaced, nothing is thrown any more.
  /// - Complexity: O(both files) time, little memory.
  public func restore(
    from backup: BackupFile, at now: Instant, isTrial: Bool = false,
    until isStopped: @escaping () -> Bool = { false }
  ) throws -> RestoreOutcome {
    try restore(
      from: backup, at: now, isTrial: isTrial, until: isStopped, reaching: { _ in })
  }

  /// The steps of a restore, for tests that do something between them.
  enum RestoreStep: Hashable { case prepared, locked, kept, replaced }

  func restore(
    from backup: BackupFile, at now: Instant, isTrial: Bool,
    until isStopped: @escaping () -> Bool = { false },
    reaching reached: (RestoreStep) throws -> Void
  ) throws -> RestoreOutcome {
    let draft = try Self.draft(beside: databasePath)
    defer { draft.discard() }
    return try withWriter { library in
      let (copy, books) = try prepare(backup, at: draft.path, for: library, until: isStopped)
      if isTrial { return RestoreOutcome(books: books, kept: nil) }
      try reached(.prepared)
      let lock = library.writeLock
      try lock?.acquire(within: library.busyTimeout)
      defer { lock?.release() }
      try library.checkStillThere()
      let kept = try replace(library, by: copy, at: now, until: isStopped, reaching: reached)
      try? reached(.replaced)
      // The library is replaced. What remains is to shorten its log, and that can wait.
      // mutant late-failure: `_ = try? library.checkpoint()` -> `_ = try library.checkpoint()` (RestoreFailureTests)
      _ = try? library.checkpoint()
      return RestoreOutcome(books: books, kept: kept)
    }
  }

  private func prepare(
    _ backup: BackupFile, at file: String, for library: Connection,
    until isStopped: @escaping () -> Bool
  ) throws -> (copy: Connection, books: Int) {
    do {
      return try backup.prepare(at: file, for: library, until: isStopped)
    } catch let error as StorageError where error.place.hasPrefix(file) {
      let isOfDisk = [.diskFull, .io, .readOnly].contains(error.kind)
      throw StorageError(
        error.kind, isOfDisk ? "cannot copy the backup to the library's disk" : error.what,
        at: isOfDisk ? path : backup.path, because: error.cause,
        remedy: isOfDisk ? Self.diskRemedy(error) : error.remedy, code: error.code, sql: error.sql)
    }
  }

  /// Keeps what is in a library and replaces it, while nobody else can write.
  /// - Returns: the file with what was in the library.
  private func replace(
    _ library: Connection, by copy: Connection, at now: Instant, until isStopped: () -> Bool,
    reaching reached: (RestoreStep) throws -> Void
  ) throws -> String? {
    // Without a log, nobody else can read a database that is locked for being replaced. Its own
    // connection can, and keeps the lock between its transactions.
    let hasLog = try library.string("PRAGMA journal_mode") == "wal"
    if !hasLog { try library.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT") }
    defer {
      if !hasLog { try? library.execute("PRAGMA locking_mode = NORMAL; SELECT 1 FROM settings") }
    }
    var kept: String?
    do {
      // mutant lock-before-keeping: `try PageReplacement(of: library, by: copy) : nil` -> `PageReplacement?.none : nil` (RestoreRaceTests)
      let locked = hasLog ? try PageReplacement(of: library, by: copy) : nil
      try reached(.locked)
      do {
        let old = hasLog ? try openAnother() : library
        kept = try keep(old, at: now, until: isStopped)
        let counters = try RestoredCounters(old)
        try copy.write { try counters.apply(to: copy) }
      }
      try reached(.kept)
      try (locked ?? PageReplacement(of: library, by: copy)).finish(until: isStopped)
      return kept
    } catch let error as StorageError {
      throw Self.failure(error, at: path, kept: kept)
    }
  }

  /// Writes a copy of what is there, unless that is nothing but what every new library has.
  private func keep(
    _ old: Connection, at now: Instant, until isStopped: () -> Bool
  ) throws -> String? {
    let isNew = try old.read { try old.integer("SELECT \(Self.isNew)") != 0 }
    if isNew { return nil }
    // A colon cannot be in a name on every file system.
    let stem =
      path + ".before-restore-"
      + now.description.map { $0 == ":" ? "." : String($0) }.joined()
    var place = stem
    var count = 1
    var status = stat()
    while lstat(place, &status) == 0 {
      count += 1
      place = "\(stem)-\(count)"
    }
    let draft = try Self.draft(beside: place, replaces: false)
    try old.copyAll(to: draft.path, until: isStopped)
    do throws(PlacementError) {
      try draft.finish()
    } catch {
      throw StorageError(writing: place, error)
    }
    return place
  }

  /// Begins a file in the folder of another one.
  private static func draft(
    beside path: String, replaces: Bool = true
  ) throws(StorageError) -> DraftFile {
    do throws(PlacementError) {
      return try DraftFile(Placement(path, replaces: replaces, mode: 0o600, sparing: .nothing))
    } catch {
      throw StorageError(writing: path, error)
    }
  }

  /// SQL: whether nobody has put anything into the library.
  private static let isNew = """
    NOT EXISTS (SELECT 1 FROM books) AND NOT EXISTS (SELECT 1 FROM changes)
      AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name IN ('books', 'change_sets'))
      AND (SELECT count(*) = 1 AND max(
        id = 1 AND name = 'home' AND source = 'open-library' AND is_current = 1
        AND coalesce(endpoint, contact, rate) IS NULL) FROM accounts)
    """

  /// An error of the last steps. The copy that is kept stays, and is named.
  private static func failure(
    _ error: StorageError, at path: String, kept: String?
  ) -> StorageError {
    let remedy =
      switch error.kind {
      case .diskFull, .io, .readOnly: diskRemedy(error)
      case .corrupt:
        "move the damaged library away, with its -wal file, and restore the backup again"
      default: error.remedy
      }
    // mutant kept-unnamed: `let end = kept.map` -> `let end = String?.none.map` (RestoreFailureTests)
    let end = kept.map { "; the library is as it was, and a copy of it is in \($0)" }
    return StorageError(
      error.kind, "cannot replace the library", at: path, because: error.cause,
      remedy: remedy + (end ?? "; the library is as it was"), code: error.code, sql: error.sql)
  }

  private static func diskRemedy(_ error: StorageError) -> String {
    switch error.kind {
    case .diskFull: "free some space, then try again"
    case .readOnly: "make the library's directory writable, then try again"
    default: "check the disk, then try again"
    }
  }
}
