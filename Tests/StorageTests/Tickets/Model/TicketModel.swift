import Catalogue

@testable import Storage

/// The rules of tickets without a database: who may complete what, and what each row then holds.
struct TicketModel {
  /// What a row of `books` holds.
  struct Row: Equatable {
    var account: Int64
    var isbn: ISBN?
    var isRemoved = false
    var typed: String?
    var title: String?
    var publisher: String?
    var sourceKey: String?
    var validators: String?
    var state = Book.SyncState.never
    var at: Instant?
    /// The serial of the ticket that stands.
    var ticket: Int64?
    /// The serial of the ticket under which it was last completed.
    var completedBy: Int64?

    /// What was fetched belongs to the ISBN that was asked for.
    mutating func forgetAnswer() {
      (title, publisher, sourceKey, validators, at) = (nil, nil, nil, nil, nil)
      state = isbn == nil ? .noISBN : .never
    }
  }

  /// A ticket as it was issued.
  struct Issue {
    let number: Int64
    let account: Int64
    let isbn: ISBN
    let holder: Int64
    /// Which life of the book and which epoch of the account it was issued in.
    let life: Int
    let epoch: Int
    var issued: Instant
    var expires: Instant
  }

  var books: [Int64: Row] = [:]
  /// A book that was removed or replaced leads another life.
  var lives: [Int64: Int] = [:]
  /// An account that was left, or that asks another server, is in another epoch.
  var epochs: [Int64: Int] = [1: 0]
  var current: Int64? = 1
  var issues: [Int64: Issue] = [:]
  var lastSerial: Int64 = 0

  // MARK: What ends tickets

  mutating func put(_ row: Row, at number: Int64) {
    books[number] = row
    lives[number, default: 0] += 1
  }

  mutating func delete(_ number: Int64) {
    books[number] = nil
    lives[number, default: 0] += 1
  }

  mutating func remove(_ number: Int64) {
    guard books[number]?.isRemoved == false else { return }
    books[number]?.isRemoved = true
    books[number]?.ticket = nil
    lives[number, default: 0] += 1
  }

  mutating func setISBN(_ isbn: ISBN?, of number: Int64) {
    guard let row = books[number], row.isbn != isbn else { return }
    books[number]?.isbn = isbn
    books[number]?.ticket = nil
    books[number]?.forgetAnswer()
  }

  mutating func endEpoch(of account: Int64) {
    epochs[account, default: 0] += 1
    for number in books.keys where books[number]?.account == account {
      books[number]?.ticket = nil
    }
  }

  /// The server of an account is another one, which knows nothing of what was said before.
  mutating func changeServer(of account: Int64) {
    endEpoch(of: account)
    for number in books.keys where books[number]?.account == account {
      books[number]?.validators = nil
    }
  }

  mutating func use(_ account: Int64?) {
    guard account != current else { return }
    if let current { endEpoch(of: current) }
    current = account
  }

  // MARK: Claiming

  /// How many books a claim gives at most: a multiple of a request, where it can be.
  static func most(_ request: ClaimRequest) -> Int {
    let size = max(request.requestSize, 1)
    return request.limit < size ? request.limit : request.limit - request.limit % size
  }

  /// Which books a claim gives, in order.
  func claimable(_ request: ClaimRequest, isAlive: (Int64) -> Bool) -> [Int64] {
    let named = request.numbers?.map(\.rawValue)
    let free = (named ?? books.keys.sorted()).filter { number in
      guard let row = books[number], row.account == request.account.rawValue, !row.isRemoved,
        row.isbn != nil
      else { return false }
      return row.ticket.flatMap { issues[$0] }.map {
        !isAlive($0.holder) || !Self.isLeased($0, at: request.now)
      } ?? true
    }
    if named != nil { return Array(free.prefix(Self.most(request))) }
    let ranked = free.compactMap { number in
      books[number].flatMap { rank($0, request) }.map { (rank: $0, at: books[number]?.at, number) }
    }
    let ordered = ranked.sorted {
      ($0.rank, $0.at?.rawValue ?? .min, $0.2) < ($1.rank, $1.at?.rawValue ?? .min, $1.2)
    }
    return ordered.prefix(Self.most(request)).map { $0.2 }
  }

  /// A lease from the future, or that ends later than any does, comes from another clock.
  private static func isLeased(_ issue: Issue, at now: Instant) -> Bool {
    let left = issue.expires.rawValue - now.rawValue
    return issue.issued <= now && left > 0 && left <= 3_600_000
  }

  /// The order in which books are due; nil: not due.
  private func rank(_ row: Row, _ request: ClaimRequest) -> Int? {
    let (now, at) = (request.now, row.at ?? Instant(rawValue: 0))
    switch row.state {
    case .never: return 0
    case .failed:
      if request.retriesFailed || at <= now { return 1 }
      return at.rawValue > now.rawValue + 86_400_000 ? 2 : nil
    case .fetched, .notFound:
      guard let before = request.answeredBefore else { return nil }
      let first = row.state == .fetched ? 3 : 5
      if at <= before { return first }
      return before <= now && at > now ? first + 1 : nil
    case .noISBN: return nil
    }
  }

  /// A claim that looked through everything that is due leaves no ticket of a dead run.
  mutating func dropDead(_ account: Int64, isAlive: (Int64) -> Bool) {
    for (number, row) in books where row.account == account {
      guard let issue = row.ticket.flatMap({ issues[$0] }), !isAlive(issue.holder) else { continue }
      books[number]?.ticket = nil
    }
  }

  mutating func issue(_ ticket: Ticket, to holder: Int64, from: Instant, until: Instant) {
    let number = ticket.book.rawValue
    issues[ticket.serial] = Issue(
      number: number, account: ticket.account.rawValue, isbn: ticket.isbn, holder: holder,
      life: lives[number, default: 0], epoch: epochs[ticket.account.rawValue, default: 0],
      issued: from, expires: until)
    books[number]?.ticket = ticket.serial
    lastSerial = ticket.serial
  }

  // MARK: Completing

  /// Whether a ticket stands, and if not why.
  func refusal(_ serial: Int64) -> Refusal? {
    guard let issue = issues[serial], let row = books[issue.number], !row.isRemoved,
      lives[issue.number] == issue.life
    else { return .removed }
    if epochs[issue.account] != issue.epoch { return .accountSwitched }
    if row.isbn != issue.isbn { return .isbnChanged }
    if row.ticket == serial { return nil }
    return max(row.ticket ?? 0, row.completedBy ?? 0) > serial ? .superseded : .expired
  }

  /// Uses a ticket up, if it stands.
  mutating func take(_ serial: Int64) -> Refusal? {
    if let refusal = refusal(serial) { return refusal }
    if let number = issues[serial]?.number { books[number]?.ticket = nil }
    return nil
  }

  /// An answer is written only under a ticket that stands, and erases nothing.
  mutating func complete(_ serial: Int64, _ outcome: TitleOutcome, at now: Instant) -> Refusal? {
    if let refusal = take(serial) { return refusal }
    guard let number = issues[serial]?.number, var row = books[number] else { return .removed }
    row.at = now
    row.completedBy = serial
    switch outcome {
    case .found(let record) where record.isbn == row.isbn:
      row.title = record.details.title ?? row.title
      row.publisher = record.details.publisher ?? row.publisher
      (row.sourceKey, row.validators) = (record.sourceKey, record.validators)
      row.state = .fetched
    case .unchanged: row.state = .fetched
    case .found, .notFound: row.state = .notFound
    case .failed(let failure):
      row.state = .failed
      row.at = Instant(rawValue: now.rawValue + failure.wait)
    }
    books[number] = row
    return nil
  }
}
