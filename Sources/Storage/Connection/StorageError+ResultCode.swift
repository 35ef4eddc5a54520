import CSQLite
import Glibc

extension StorageError {
  /// Makes an error from the result code of a call.
  /// - Parameters:
  ///   - code: the extended code that the call returned.
  ///   - handle: the connection, for its message and the system's error; nil when there is none.
  ///   - what: the thing that could not be done.
  ///   - path: the database's file.
  ///   - sql: the statement's text.
  init(code: Int32, handle: OpaquePointer?, what: String, path: String, sql: String? = nil) {
    var cause = String(cString: sqlite3_errstr(code))
    var systemError: Int32 = 0
    if let handle {
      // The connection's message belongs to its last call; it is ours only when the codes agree.
      if sqlite3_errcode(handle) & 0xFF == code & 0xFF {
        cause = String(cString: sqlite3_errmsg(handle))
        systemError = sqlite3_system_errno(handle)
      }
    }
    let kind = Kind(code: code, systemError: systemError)
    if kind == .io || kind == .cannotOpen || kind == .diskFull, systemError != 0 {
      cause += ": " + String(cString: strerror(systemError))
    }
    if kind == .io || kind == .cannotOpen { cause += " (SQLite \(code))" }
    self.init(
      kind, what, at: path, because: cause, remedy: kind.remedy, code: code, sql: sql)
  }
}

extension StorageError.Kind {
  /// The kind of a result code (https://www.sqlite.org/rescode.html).
  /// - Parameters:
  ///   - code: a primary or extended result code.
  ///   - systemError: the `errno` that came with it; 0 when there was none.
  init(code: Int32, systemError: Int32 = 0) {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .locked
    case SQLITE_FULL: self = .diskFull
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_IOERR:
      self = systemError == ENOSPC || systemError == EDQUOT ? .diskFull : .io
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_NOTADB: self = .notOurs
    case SQLITE_CANTOPEN:
      switch systemError {
      case EROFS: self = .readOnly
      case EMFILE, ENFILE: self = .outOfMemory
      default: self = .cannotOpen
      }
    case SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH: self = .constraint
    case SQLITE_INTERRUPT, SQLITE_ABORT: self = .interrupted
    case SQLITE_TOOBIG: self = .tooBig
    case SQLITE_NOMEM: self = .outOfMemory
    case SQLITE_MISUSE, SQLITE_RANGE: self = .misuse
    default: self = .statement
    }
  }

  /// What a person can do about an error of this kind, where nothing more precise is known.
  var remedy: String {
    switch self {
    case .locked: "wait until the other program is done, then try again"
    case .newerSchema: "use the release that made it, or a later one"
    case .notOurs, .protected: "name another file"
    case .foreignObject: "remove it with sqlite3, or restore a backup"
    case .exhausted: "run `db check`, which says how to go on"
    case .diskFull: "free some space, then try again"
    case .readOnly: "make the file and its directory writable, or work on a copy"
    case .io: "check the disk and its limits, then try again"
    case .corrupt: "run `db check`, and restore a backup if it confirms this"
    case .missing: "check the path"
    case .cannotOpen: "check the path and the permissions of the file and its directory"
    case .constraint: "correct the value"
    case .interrupted: "run it again when you want it done"
    case .tooBig: "shorten the text"
    case .outOfMemory: "close some programs or files, then try again"
    case .statement, .misuse, .migration: "this is a fault of the program; please report it"
    }
  }
}
