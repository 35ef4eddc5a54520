import Catalogue
import Testing

@testable import Storage

@Suite struct SyncStatusTests {
  let library: Library

  init() throws { library = try Library() }

  func status(at now: Instant = Library.now) throws -> SyncStatus {
    try library.read {
      try SyncStatus.read(
        Library.home, at: now,
        isAlive: { TicketHolder.isAlive($0, lockPath: library.database.lockPath) }, on: $0)
    }
  }

  func set(_ number: BookNumber, _ state: String, at: Int64?, detail: String? = nil) throws {
    let at = at.map { Instant(rawValue: Library.now.rawValue + $0) }
    try library.write {
      try $0.run(
        "UPDATE books SET sync_state = ?, sync_at = ?, sync_detail = ? WHERE number = ?", state, at,
        detail, number)
    }
  }

  @Test("a library without books has nothing to do")
  func empty() throws {
    #expect(try status() == SyncStatus())
  }

  @Test("each state is counted, and what waits is not due")
  func counts() throws {
    let numbers = try (0..<7).map { try library.add(isbn: .sample($0)) }
    try library.add()
    try set(numbers[0], "fetched", at: -1)
    try set(numbers[1], "not-found", at: -1)
    try set(numbers[2], "failed", at: 60_000, detail: "server: 500")
    try set(numbers[3], "failed", at: -1)
    // The clock was set back ten years since.
    try set(numbers[4], "failed", at: 315_000_000_000)
    let removed = try library.add(isbn: .sample(9))
    try library.write {
      try BookRemoving.remove([removed], from: Library.home, at: Library.now, on: $0)
    }
    let status = try status()
    #expect(status.counts == [.fetched: 1, .notFound: 1, .failed: 3, .never: 2, .noISBN: 1])
    #expect(status.books == 8)
    #expect(status.due == 4 && status.waiting == 1)
    #expect(status.nextRetry == Instant(rawValue: Library.now.rawValue + 60_000))
    #expect(try self.status(at: Instant(rawValue: Library.now.rawValue + 60_000)).due == 5)

    var failures: [SyncFailure] = []
    try library.read { connection in
      try SyncFailure.forEach(in: Library.home, on: connection) { failures.append($0) }
    }
    #expect(failures.map(\.number) == [numbers[3], numbers[2], numbers[4]])
    #expect(failures[1].detail == "server: 500" && failures[1].isbn == .sample(2))
  }

  @Test("an answer of 30 days ago is due again, and the next one that was not there has its time")
  func old() throws {
    let day: Int64 = 86_400_000
    let numbers = try (0..<5).map { try library.add(isbn: .sample($0)) }
    try set(numbers[0], "not-found", at: -30 * day)
    try set(numbers[1], "not-found", at: -29 * day)
    try set(numbers[2], "not-found", at: -1 * day)
    try set(numbers[3], "fetched", at: -31 * day)
    try set(numbers[4], "fetched", at: -29 * day)
    let status = try status()
    #expect(status.due == 2)
    #expect(status.nextNotFound == Instant(rawValue: Library.now.rawValue + day))
    #expect(try self.status(at: Instant(rawValue: Library.now.rawValue + day)).due == 4)
  }

  @Test("a fetch under way names its holder and whether it lives")
  func inFlight() throws {
    let number = try library.add(isbn: .sample(1)) { $0.title = "A" }
    let account = try library.read { try Accounts.current(on: $0) }
    var holder: TicketHolder? = try TicketHolder(lockPath: library.database.lockPath)
    let request = ClaimRequest(
      account: account.id, epoch: account.epoch, now: Library.now, limit: 1)
    try library.write { connection in
      _ = try Tickets.claim(request, for: try #require(holder), on: connection)
    }
    let flight = try #require(try status().inFlight.first)
    #expect(flight.number == number && flight.title == "A" && flight.holder == holder?.number)
    #expect(flight.isAlive && flight.age(at: Library.now) == 0)
    #expect(flight.age(at: Instant(rawValue: Library.now.rawValue + 1500)) == 1500)
    holder = nil
    #expect(try status().inFlight.map(\.isAlive) == [false])
  }

  @Test("what a living run holds is not due; what a dead one held is, and what ran out")
  func held() throws {
    let numbers = try (0..<5).map { try library.add(isbn: .sample($0)) }
    try set(numbers[1], "failed", at: -1)
    try set(numbers[2], "fetched", at: -1)
    try set(numbers[3], "failed", at: 60_000)
    let account = try library.read { try Accounts.current(on: $0) }
    var holder: TicketHolder? = try TicketHolder(lockPath: library.database.lockPath)
    #expect(try status().due == 3)
    var request = ClaimRequest(
      account: account.id, epoch: account.epoch, now: Library.now, limit: 4)
    request.numbers = Array(numbers[0..<4])
    try library.write { connection in
      _ = try Tickets.claim(request, for: try #require(holder), on: connection)
    }
    #expect(try status().due == 1 && status().waiting == 1)
    let due = ClaimRequest(account: account.id, epoch: account.epoch, now: Library.now, limit: 9)
    var all = due
    all.answeredBefore = Library.now
    all.retriesFailed = true
    func heldCount(_ request: ClaimRequest) throws -> Int {
      try library.read {
        try Tickets.heldCount(
          request, isAlive: { TicketHolder.isAlive($0, lockPath: library.database.lockPath) },
          on: $0)
      }
    }
    #expect(try heldCount(due) == 2)
    #expect(try heldCount(all) == 4)
    var named = due
    named.numbers = [numbers[2], numbers[4]]
    #expect(try heldCount(named) == 1)
    #expect(try status(at: Instant(rawValue: Library.now.rawValue + 120_000)).due == 4)
    holder = nil
    #expect(try status().due == 3)
    #expect(try heldCount(all) == 0)
  }
}
