import Catalogue
import Glibc
import Testing

@testable import Storage

/// A library on disk beside the model of it: several runs with connections of their own, and a hand
/// with a connection as the sqlite3 shell has it.
///
/// SQLite lets one transaction write at a time, so that whatever runs really at once is one of the
/// orders of transactions that are tried here, and the seed gives the same one again.
struct TicketWorld {
  let directory: TemporaryDirectory
  let path: String
  let hand: Connection
  /// What other commands write through.
  let program: Database
  let redemption: TicketRedemption
  var model = TicketModel()
  var runs: [TicketRun] = []
  /// How many tickets each way to end had.
  var verdicts: [Refusal?: Int] = [:]
  var endpoints: [Int64: String] = [:]
  /// Numbers of books that were deleted.
  var free: [Int64] = []
  private var now = TicketLibrary.now
  /// The incarnation that was seen in each life.
  private var incarnations: [Int64: (life: Int, text: String)] = [:]

  static let bookLimit = 24
  static let isbns = (0..<16).map { ISBN.sample($0) }

  init(redemption: TicketRedemption = .right, runs count: Int = 3) throws {
    self.redemption = redemption
    directory = try TemporaryDirectory()
    path = directory.file("library.db")
    program = try Database.open(at: path, access: .writing(create: true))
    hand = try Connection(path: path, mode: .readWrite)
    // As docs/database.md tells people to.
    try hand.execute("PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF")
    try hand.execute("INSERT INTO accounts (name, source) VALUES ('b', 'file')")
    model.epochs[2] = 0
    for index in 0..<count {
      runs.append(try start(index < 2 ? 1 : 2))
    }
  }

  /// Starts a process: it reads the epoch that it will hold to.
  func start(_ account: Int64) throws -> TicketRun {
    let database = try Database.open(at: path, access: .writing(create: false))
    return TicketRun(
      database: database, holder: try TicketHolder(lockPath: database.lockPath),
      account: AccountID(rawValue: account), epoch: try epoch(account),
      age: model.epochs[account, default: 0])
  }

  func epoch(_ account: Int64) throws -> Epoch {
    let value = try hand.first("SELECT epoch FROM accounts WHERE id = ?", account) { $0.int64(0) }
    return Epoch(rawValue: try #require(value))
  }

  func time(_ run: TicketRun) -> Instant { Instant(rawValue: now.rawValue + run.skew) }

  mutating func pass(_ milliseconds: Int64) {
    now = Instant(rawValue: now.rawValue + milliseconds)
  }

  /// One of the books that are there; nil: there is none.
  func book(_ choice: Int) -> Int64? {
    model.books.isEmpty ? nil : model.books.keys.sorted()[choice % model.books.count]
  }

  func agree(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw TicketDisagreement(description: what()) }
  }

  // MARK: Comparing

  private static let select = """
    SELECT b.number, b.account, b.isbn, b.removed_at IS NOT NULL, b.typed->>'$.title',
      b.fetched->>'$.title', b.fetched->>'$.publisher', b.source_key, b.validators, b.sync_state,
      b.sync_at, b.incarnation, t.serial, b.completed_by
    FROM books AS b LEFT JOIN tickets AS t ON t.number = b.number
    """

  /// Whether a row is what the model says.
  mutating func compare(_ number: Int64) throws {
    let found = try hand.first(Self.select + " WHERE b.number = ?", number) { Self.read($0) }
    try compare(number, found?.row, found?.incarnation ?? "")
  }

  private mutating func compare(
    _ number: Int64, _ row: TicketModel.Row?, _ incarnation: String
  ) throws {
    let wanted = model.books[number]
    try agree(
      row == wanted,
      "book \(number) is\n  \(row.map { "\($0)" } ?? "not there")\nand should be\n  "
        + (wanted.map { "\($0)" } ?? "not there"))
    guard row != nil else { return }
    let life = model.lives[number, default: 0]
    if let seen = incarnations[number] {
      try agree(
        (seen.life == life) == (seen.text == incarnation),
        "book \(number) has the incarnation \(incarnation) in life \(life), "
          + "and had \(seen.text) in life \(seen.life)")
    }
    incarnations[number] = (life, incarnation)
  }

  private static func read(
    _ row: Statement
  ) -> (number: Int64, row: TicketModel.Row, incarnation: String) {
    let book = TicketModel.Row(
      account: row.int64(1),
      isbn: row.optionalText(2).flatMap { UInt64($0) }.flatMap { ISBN(number: $0) },
      isRemoved: row.bool(3), typed: row.optionalText(4), title: row.optionalText(5),
      publisher: row.optionalText(6), sourceKey: row.optionalText(7),
      validators: row.optionalText(8), state: Book.SyncState(rawValue: row.text(9)) ?? .never,
      at: row.optionalText(10).flatMap(Instant.init), ticket: row.optionalInt64(12),
      completedBy: row.optionalInt64(13))
    return (row.int64(0), book, row.text(11))
  }

  /// Whether every row and every ticket is what the model says.
  mutating func compareAll() throws {
    var missing = Set(model.books.keys)
    for found in try hand.all(Self.select, row: { Self.read($0) }) {
      missing.remove(found.number)
      try compare(found.number, found.row, found.incarnation)
    }
    try agree(missing.isEmpty, "the books \(missing.sorted()) are not there")
    let stray = try hand.all(
      "SELECT serial FROM tickets WHERE number NOT IN (SELECT number FROM books)"
    ) { $0.int64(0) }
    try agree(stray.isEmpty, "the tickets \(stray) are for no book")
    let wrong = try hand.all(
      """
      SELECT t.serial FROM tickets AS t JOIN books AS b ON b.number = t.number
        JOIN accounts AS a ON a.id = t.account
      WHERE t.account <> b.account OR t.isbn <> b.isbn OR t.incarnation <> b.incarnation
        OR t.epoch <> a.epoch
      """
    ) { $0.int64(0) }
    try agree(wrong.isEmpty, "the tickets \(wrong) stand, and their books are other ones")
  }

  /// Whether the file is sound.
  mutating func checkFile() throws {
    try compareAll()
    // A library without a current account is told so.
    try hand.run("UPDATE accounts SET is_current = 1 WHERE id = 1")
    model.use(1)
    let findings = try program.readAndWait { try DatabaseCheck($0, deep: true).findings }
    try agree(findings.isEmpty, "db check: \(findings)")
  }

  // MARK: Running

  /// Does everything, and compares as it goes.
  /// - Returns: nil when the library always was what the model says.
  mutating func perform(_ operations: [TicketOperation]) async -> TicketFailure? {
    var history: [String] = []
    for (step, operation) in operations.enumerated() {
      do {
        if let told = try perform(operation) { history.append("\(step): \(told)") }
        if step % 100 == 99 {
          try compareAll()
          // The pool has few threads, and other tests wait for them.
          await Task.yield()
        }
        if step == operations.count - 1 { try checkFile() }
      } catch {
        history.append("\(step): \(operation)")
        return TicketFailure(step: step, reason: "\(error)", history: history.suffix(25))
      }
    }
    return nil
  }
}
