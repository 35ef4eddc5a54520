/// What went wrong with a database: what, where, why, and the way out.
public struct StorageError: Error, Hashable, Sendable {
  /// The kinds that a caller tells apart, for example to choose an exit code.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Another connection holds the lock and did not let go in time.
    case locked
    /// A later release of the program has changed the schema.
    case newerSchema
    /// The file is a database of another program, or no database.
    case notOurs
    /// A table, index, view or trigger that the migrations did not make, or one that was changed.
    case foreignObject
    /// A counter has reached the largest number: no row can be added to its table.
    case exhausted
    case diskFull
    case readOnly
    case io
    case corrupt
    /// No file is there.
    case missing
    /// The file is there and may not be opened: its mode, a link, not a regular file.
    case cannotOpen
    /// The file belongs to a library, and must not be written over.
    case protected
    /// A rule of the schema refused the row.
    case constraint
    case interrupted
    case tooBig
    /// There is no memory, or as many files are open as may be.
    case outOfMemory
    /// The SQL text is wrong.
    case statement
    /// The program used the interface in the wrong way.
    case misuse
    /// A migration failed, or one that was applied is not the one in this program.
    case migration
  }

  /// What the work that failed has left in the database. Only the owner of its transactions can say.
  public enum Effect: Hashable, Sendable {
    /// Nobody has said.
    case unknown
    /// The database is as it was.
    case nothingChanged
    /// The transaction that failed was undone; earlier ones of the same work are on disk.
    case earlierChangesStay
    /// The disk failed while the transaction was committed: it may be there or not.
    case uncertain
  }

  public let kind: Kind
  /// What is left in the database. A write transaction says it of itself; work of several
  /// transactions, or on several files, says it of all of them.
  public var effect = Effect.unknown
  /// The thing that could not be done: `cannot open the database`.
  public let what: String
  /// The file or object that it happened to.
  public let place: String
  /// Why it happened.
  public internal(set) var cause: String
  /// What to do about it; says nothing of what was changed.
  public let remedy: String
  /// SQLite's extended result code; nil when SQLite had no part in it.
  public let code: Int32?
  /// The statement's text, with `?` where values were bound.
  public let sql: String?

  public init(
    _ kind: Kind, _ what: String, at place: String, because cause: String, remedy: String,
    code: Int32? = nil, sql: String? = nil
  ) {
    self.kind = kind
    self.what = what
    self.place = place
    self.cause = cause
    self.remedy = remedy
    self.code = code
    self.sql = sql
  }
}

extension StorageError: CustomStringConvertible {
  /// One line: what (where): cause; advice.
  public var description: String { "\(what) (\(place)): \(cause); \(advice)" }

  /// What to do about it, and what is left in the database as far as that is known.
  public var advice: String {
    switch effect {
    case .unknown: remedy
    case .nothingChanged: remedy + "; nothing was changed"
    case .earlierChangesStay: remedy + "; what was saved before stays"
    case .uncertain: remedy + "; look first whether the change is there: it may have been saved"
    }
  }
}
