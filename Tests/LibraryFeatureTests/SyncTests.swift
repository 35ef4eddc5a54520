import Catalogue
import Composable
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

@Suite("A sync of the library")
struct SyncTests {
  static func isbns(_ count: Int) -> [ISBN] {
    (0..<count).map { index in
      let body = 979_100_000_000 + UInt64(index)
      for digit in 0..<10 as Range<UInt64> {
        if let isbn = ISBN(number: body * 10 + digit) { return isbn }
      }
      preconditionFailure("one of ten check digits is right")
    }
  }

  @Test("asks for every due book once, saves what is found, and the counts add up")
  func whole() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(1200))
    let asked = Shared<[ISBN]>(value: [], domain: SharedDomain())
    let store = library.store(
      Fixture.source { request in
        asked.withLock { $0.append(request.isbn) }
        switch request.isbn.number / 10 % 4 {
        case 0: return .notFound
        case 1: return .failed(.malformed("not JSON"))
        default: return Fixture.found("Title \(request.isbn)", request.isbn)
        }
      })
    await store.send(.sync(.start(SyncOptions()))).finish()
    let sync = try #require(store.withState { $0.sync })
    #expect(sync.claimed == 1200)
    #expect(sync.updated == 600)
    #expect(sync.notFound == 300)
    #expect(sync.failed == 300)
    #expect(sync.done == sync.claimed)
    #expect(!sync.isRunning)
    #expect(sync.left == 0)
    #expect(Set(asked.wrappedValue).count == asked.wrappedValue.count)
    #expect(store.withState { $0.books.isEmpty })
    #expect(try library.titles().values.filter { $0 != nil }.count == 600)
    #expect(try library.ticketCount() == 0)
    #expect(numbers.count == 1200)
    let again = Shared(value: 0, domain: SharedDomain())
    let second = library.store(
      Fixture.source { _ in
        again.withLock { $0 += 1 }
        return .notFound
      })
    await second.send(.sync(.start(SyncOptions()))).finish()
    #expect(again.wrappedValue == 0)
  }

  @Test("a book removed while its request is out is counted as removed, the others are saved")
  func removedMeanwhile() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(4))
    let gate = Gate()
    let store = library.store(
      Fixture.source { request in
        await gate.wait()
        return Fixture.found("Found", request.isbn)
      })
    let sync = store.send(.sync(.start(SyncOptions())))
    await gate.arrival(4)
    let inProcess = try #require(
      store.withState { state in state.books.first { $0.book.number == numbers[0] }?.id })
    store.send(.remove(inProcess))
    try library.remove([numbers[1]])
    await gate.open()
    await sync.finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.refused == [.removed: 2])
    #expect(progress.updated == 2)
    #expect(progress.done == 4)
    #expect(try library.titles() == [numbers[2]: "Found", numbers[3]: "Found"])
  }

  @Test("an account switched by another process ends the sync, and its answers are refused")
  func switchedMeanwhile() async throws {
    let library = try LibraryOnDisk()
    try library.addAccount("two")
    _ = try library.add(Self.isbns(4))
    let gate = Gate()
    let store = library.store(
      Fixture.source { request in
        await gate.wait()
        return Fixture.found("Late", request.isbn)
      })
    let sync = store.send(.sync(.start(SyncOptions())))
    await gate.arrival(4)
    try await library.database.write { _ = try Accounts.use("two", on: $0) }
    try await library.database.write { _ = try Accounts.use("home", on: $0) }
    await gate.open()
    await sync.finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.refused == [.accountSwitched: 4])
    #expect(progress.stop == .accountSwitched)
    #expect(try library.titles().values.allSatisfy { $0 == nil })
  }

  @Test("an account that is switched ends the asking with the next answer, not with the claim")
  func switchedEarly() async throws {
    let library = try LibraryOnDisk()
    try library.addAccount("two")
    _ = try library.add(Self.isbns(12))
    let gate = Gate()
    let asked = Shared(value: 0, domain: SharedDomain())
    let store = library.store(
      Fixture.source { request in
        asked.withLock { $0 += 1 }
        await gate.wait()
        return Fixture.found("Late", request.isbn)
      })
    let sync = store.send(.sync(.start(SyncOptions())))
    await gate.arrival(4)
    try await library.database.write { _ = try Accounts.use("two", on: $0) }
    await gate.open()
    await sync.finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(asked.wrappedValue == 4)
    #expect(progress.claimed == 12)
    #expect(progress.refused == [.accountSwitched: 12])
    #expect(progress.stop == .accountSwitched)
    #expect(try library.titles().values.allSatisfy { $0 == nil })
    #expect(try library.ticketCount() == 0)
  }

  @Test("a book whose fetched details were emptied by hand is asked for whole, without validators")
  func emptied() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(2))
    let asked = Shared<[ISBN: String]>(value: [:], domain: SharedDomain())
    let source = Fixture.source { request in
      asked.withLock { $0[request.isbn] = request.validators ?? "none" }
      if request.validators != nil { return .unchanged }
      var details = BookDetails()
      details.title = "T"
      return .found(TitleRecord(isbn: request.isbn, details: details, validators: "v"))
    }
    let store = library.store(source)
    await store.send(.sync(.start(SyncOptions()))).finish()
    _ = try await library.database.write {
      try $0.run("UPDATE books SET fetched = '{}' WHERE number = ?", numbers[0])
    }
    var options = SyncOptions()
    options.all = true
    await store.send(.sync(.start(options))).finish()
    let isbns = Self.isbns(2)
    #expect(asked.wrappedValue == [isbns[0]: "none", isbns[1]: "v"])
    #expect(try library.titles() == [numbers[0]: "T", numbers[1]: "T"])
    #expect(store.withState { $0.sync?.updated } == 1)
    #expect(store.withState { $0.sync?.unchanged } == 1)
  }

  @Test("an account switched in this process: answers are refused before they reach the database")
  func switchedHere() async throws {
    let library = try LibraryOnDisk()
    try library.addAccount("two")
    _ = try library.add(Self.isbns(4))
    let gate = Gate()
    let store = library.store(
      Fixture.source { request in
        await gate.wait()
        return Fixture.found("Late", request.isbn)
      })
    let sync = store.send(.sync(.start(SyncOptions())))
    await gate.arrival(4)
    await store.send(.useAccount("two")).finish()
    #expect(store.withState { $0.books.isEmpty })
    await gate.open()
    await sync.finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.refused == [.accountSwitched: 4])
    #expect(progress.stop == .accountSwitched)
    #expect(progress.done == progress.claimed)
    #expect(store.withState { $0.account?.name } == "two")
    #expect(try library.titles().values.allSatisfy { $0 == nil })
    #expect(try library.ticketCount() == 0)
  }

  @Test("an interrupt saves what has answered and gives the rest back at once")
  func interrupt() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(8))
    let gate = Gate()
    let answered = Gate()
    let store = library.store(
      Fixture.source { request in
        if request.isbn == Self.isbns(8)[0] { return Fixture.found("First", request.isbn) }
        await gate.wait()
        return Fixture.found("Late", request.isbn)
      })
    let sync = store.send(.sync(.start(SyncOptions())))
    await gate.arrival(4)
    await answered.open()
    let interrupt = store.send(.sync(.interrupt))
    await interrupt.finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.stop == .interrupted)
    #expect(progress.claimed == 8)
    #expect(progress.updated == 1)
    #expect(progress.givenBack == 7)
    #expect(progress.left == 7)
    #expect(try library.ticketCount() == 0)
    await gate.open()
    await sync.finish()
    let titles = try library.titles()
    #expect(titles[numbers[0]] == "First")
    #expect(titles.values.filter { $0 != nil }.count == 1)
  }

  @Test("a source out of reach ends the sync after a few requests, and the rest stays due")
  func offline() async throws {
    let library = try LibraryOnDisk()
    _ = try library.add(Self.isbns(100))
    let store = library.store(Fixture.source { _ in .failed(.offline("no route to host")) })
    await store.send(.sync(.start(SyncOptions()))).finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.stop == .offline("no route to host"))
    #expect(progress.failed + progress.givenBack == progress.claimed)
    #expect(progress.failed < 10)
    #expect(progress.left == 100)
    #expect(try library.ticketCount() == 0)
  }

  @Test(
    "a source that gives no answer ends the sync after three requests in a row",
    arguments: [TitleFailure.unreadable("HTML"), .server(status: 500), .tooLarge, .timedOut])
  func noAnswer(failure: TitleFailure) async throws {
    let library = try LibraryOnDisk()
    _ = try library.add(Self.isbns(100))
    let store = library.store(Fixture.source { _ in .failed(failure) })
    await store.send(.sync(.start(SyncOptions()))).finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.stop == .offline(failure.description))
    #expect(progress.failed < 10)
    #expect(progress.left + progress.failed >= 100)
  }

  @Test("an answer in between, or one bad record, keeps the sync going")
  func breaker() {
    var breaker = SyncBreaker()
    let silent = Array(repeating: TitleOutcome.failed(.unreadable("HTML")), count: 2)
    for between in [TitleOutcome.notFound, .failed(.malformed("title is not text"))] {
      breaker.record(silent)
      breaker.record(silent)
      breaker.record(silent.dropLast() + [between])
    }
    #expect(breaker.stop == nil)
    for _ in 0..<3 { breaker.record(silent) }
    #expect(breaker.stop == .offline("malformed answer: HTML"))
  }

  @Test("what others hold is not left; what was given back is, also of named books")
  func left() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(6))
    let other = try TicketHolder(lockPath: library.database.lockPath)
    try library.database.writeAndWait { connection in
      let account = try Accounts.current(on: connection)
      var request = ClaimRequest(
        account: account.id, epoch: account.epoch, now: Fixture.now, limit: 2)
      request.numbers = [numbers[0], numbers[5]]
      _ = try Tickets.claim(request, for: other, on: connection)
    }
    let gate = Gate()
    let store = library.store(
      Fixture.source { _ in
        await gate.wait()
        return .notFound
      })
    var syncs: [StoreTask] = []
    for options in [SyncOptions(), named(numbers)] {
      syncs.append(store.send(.sync(.start(options))))
      await gate.arrival(4 * syncs.count)
      await store.send(.sync(.interrupt)).finish()
      let progress = try #require(store.withState { $0.sync })
      #expect(progress.givenBack == 4)
      #expect(progress.left == 4)
      #expect(progress.heldElsewhere == 2)
    }
    await gate.open()
    for sync in syncs { await sync.finish() }
  }

  private func named(_ numbers: [BookNumber]) -> SyncOptions {
    var options = SyncOptions()
    options.numbers = numbers
    return options
  }

  @Test("another program writes at once while a request hangs: no lock is held")
  func noLockWhileWaiting() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(2))
    let gate = Gate()
    let store = library.store(
      Fixture.source { request in
        await gate.wait()
        return Fixture.found("Found", request.isbn)
      })
    let sync = store.send(.sync(.start(SyncOptions())))
    await gate.arrival(2)
    // Without patience it fails at once when somebody holds the lock.
    let other = try Database.open(
      at: library.database.path, access: .writing(create: false),
      options: DatabaseOptions(patience: .zero))
    try other.writeAndWait { connection in
      let account = try Accounts.named("home", on: connection)
      _ = try BookRemoving.remove([numbers[0]], from: account.id, at: Fixture.now, on: connection)
    }
    other.close()
    await gate.open()
    await sync.finish()
    #expect(store.withState { $0.sync?.refused } == [.removed: 1])
    #expect(store.withState { $0.sync?.updated } == 1)
  }

  @Test("a limit and named books narrow what is claimed")
  func narrowed() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(6))
    let store = library.store(Fixture.source { Fixture.found("Found", $0.isbn) })
    var options = SyncOptions()
    options.limit = 2
    await store.send(.sync(.start(options))).finish()
    #expect(store.withState { $0.sync?.claimed } == 2)
    options.limit = nil
    options.numbers = [numbers[5], BookNumber(rawValue: 99)]
    await store.send(.sync(.start(options))).finish()
    #expect(store.withState { $0.sync?.claimed } == 1)
    #expect(store.withState { $0.sync?.notClaimable } == [BookNumber(rawValue: 99)])
    #expect(try library.titles().values.filter { $0 != nil }.count == 3)
  }

  @Test(
    "an edit beside the sync neither counts twice nor loses the answer, and the book stays open")
  func editBeside() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(2))
    let gate = Gate()
    let store = library.store(
      Fixture.source { request in
        await gate.wait()
        return Fixture.found("Found", request.isbn)
      })
    await store.send(.open([numbers[0]])).finish()
    let sync = store.send(.sync(.start(SyncOptions())))
    await gate.arrival(2)
    let id = try #require(
      store.withState { state in state.books.first { $0.book.number == numbers[0] }?.id })
    var typed = BookDetails()
    typed.title = "Mine"
    let edit = store.send(.books(.element(id: id, action: .edit(typed))))
    await gate.open()
    typed.notes = "note"
    let second = store.send(.books(.element(id: id, action: .edit(typed))))
    await edit.finish()
    await second.finish()
    await sync.finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.updated == 2)
    #expect(progress.refused.isEmpty)
    #expect(progress.done == progress.claimed)
    #expect(store.withState { $0.refused.isEmpty })
    #expect(store.withState { $0.books.map(\.id) } == [id])
    #expect(store.withState { $0.books[id: id]?.title } == "Mine")
    #expect(store.withState { $0.books[id: id]?.isLoading } == false)
    #expect(try library.titles() == [numbers[0]: "Mine", numbers[1]: "Found"])
  }

  @Test("a reload of another book beside the sync is not counted as the sync's")
  func reloadBeside() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Self.isbns(2))
    let gate = Gate()
    let store = library.store(
      Fixture.source { request in
        if request.isbn == Self.isbns(2)[0] { await gate.wait() }
        return Fixture.found("Found", request.isbn)
      })
    await store.send(.open([numbers[1]])).finish()
    var options = SyncOptions()
    options.numbers = [numbers[0]]
    let sync = store.send(.sync(.start(options)))
    await gate.arrival()
    let id = try #require(
      store.withState { state in state.books.first { $0.book.number == numbers[1] }?.id })
    await store.send(.books(.element(id: id, action: .reload))).finish()
    await gate.open()
    await sync.finish()
    #expect(store.withState { $0.sync?.updated } == 1)
    #expect(store.withState { $0.sync?.done } == 1)
    #expect(store.withState { $0.books[id: id]?.title } == "Found")
  }

  @Test("a source that answers for fewer books than asked: the rest is given back, once")
  func shortAnswer() async throws {
    let library = try LibraryOnDisk()
    _ = try library.add(Self.isbns(3))
    let store = library.store(
      TitleSource(
        limits: TitleSource.Limits(
          idsPerRequest: 3, requestsAtOnce: 1, requestsPerSecond: .infinity)
      ) { _ in [.notFound] })
    await store.send(.sync(.start(SyncOptions()))).finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.done == progress.claimed)
    #expect(try library.ticketCount() == 0)
  }

  @Test("an answer that says the same again is unchanged, and its ticket is used up")
  func sameAgain() async throws {
    let library = try LibraryOnDisk()
    _ = try library.add(Self.isbns(1))
    let store = library.store(Fixture.source { _ in .failed(.timedOut) })
    await store.send(.sync(.start(SyncOptions()))).finish()
    await store.send(.sync(.start(SyncOptions()))).finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.claimed == 1)
    #expect(progress.failed == 1)
    #expect(try library.ticketCount() == 0)
  }

  @Test(
    "an age that is no number claims what is due, and never traps",
    arguments: [
      Double.infinity, .nan, -1, 1e300,
    ])
  func absurdAge(age: Double) async throws {
    let library = try LibraryOnDisk()
    _ = try library.add(Self.isbns(1))
    let store = library.store(Fixture.source { Fixture.found("Found", $0.isbn) })
    var options = SyncOptions()
    options.maxAge = age
    await store.send(.sync(.start(options))).finish()
    #expect(store.withState { $0.sync?.updated } == 1)
  }
}
