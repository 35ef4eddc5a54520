import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

@Suite("A book fetches its title")
struct BookFeatureTests {
  typealias BookStore = TestStore<BookFeature.State, BookFeature.Action>

  let book = Fixture.book(1)
  let account = Fixture.account()

  private func store(
    _ state: BookFeature.State? = nil,
    claimBook: @escaping @Sendable (BookNumber, Account) async throws -> BookClaim = { _, _ in
      .heldElsewhere
    },
    giveBack: @escaping @Sendable ([Ticket]) async throws -> [Ticket: Refusal] = { _ in [:] },
    answer: @escaping @Sendable (TitleRequest) async -> TitleOutcome = { _ in .notFound }
  ) -> BookStore {
    TestStore(initialState: state ?? BookFeature.State(book: book, account: account)) {
      BookFeature()
    } withDependencies: {
      $0.library.claimBook = claimBook
      $0.library.giveBack = giveBack
      $0.titleSource = { _ in Fixture.source(answer) }
      $0.instant = { Fixture.now }
    }
  }

  @Test("a reload takes a ticket, asks, and takes the answer in")
  func reload() async {
    let ticket = Fixture.ticket(5, for: book)
    let store = store(
      claimBook: { [book] _, _ in .claimed(ClaimedBook(book: book, ticket: ticket)) },
      answer: { _ in Fixture.found("The Way of Kings") })
    store.send(.reload) { $0.isLoading = true }
    await store.receive(.claimed) { $0.ticket = ticket }
    await store.receive(.response) {
      $0.isLoading = false
      $0.ticket = nil
      $0.accept(
        Redemption(ticket: ticket, outcome: Fixture.found("The Way of Kings"), at: Fixture.now))
    }
    #expect(store.state.title == "The Way of Kings")
    #expect(store.state.book.syncState == .fetched)
    await store.finish()
  }

  @Test("what the user has typed stays what is shown")
  func typedWins() async {
    let ticket = Fixture.ticket(5, for: book)
    var mine = book
    mine.typed.title = "Mine"
    let store = store(BookFeature.State(book: mine, account: account, ticket: ticket))
    store.send(.response(ticket, Fixture.found("Theirs"))) {
      $0.isLoading = false
      $0.ticket = nil
      $0.accept(Redemption(ticket: ticket, outcome: Fixture.found("Theirs"), at: Fixture.now))
    }
    #expect(store.state.title == "Mine")
    #expect(store.state.book.fetched.title == "Theirs")
    await store.finish()
  }

  @Test(
    "each failure keeps its kind",
    arguments: [
      TitleFailure.offline("no route"), .unauthorised, .rateLimited(retryAfter: 3),
      .server(status: 500), .timedOut, .tooLarge, .malformed("not JSON"), .unconfigured("no file"),
    ])
  func failures(failure: TitleFailure) async {
    let ticket = Fixture.ticket(5, for: book)
    var known = book
    known.fetched.title = "Known"
    let store = store(BookFeature.State(book: known, account: account, ticket: ticket))
    store.send(.response(ticket, .failed(failure))) {
      $0.isLoading = false
      $0.ticket = nil
      $0.accept(Redemption(ticket: ticket, outcome: .failed(failure), at: Fixture.now))
    }
    #expect(store.state.message == .failed(failure))
    #expect(store.state.book.syncState == .failed)
    #expect(store.state.title == "Known")
    await store.finish()
  }

  @Test(
    "a completion under another ticket than the one that stands changes nothing, and says why",
    arguments: Refusal.allCases)
  func refusals(reason: Refusal) async {
    let standing = Fixture.ticket(5, for: book)
    var other = book
    var state: BookFeature.State? = BookFeature.State(
      book: book, account: account, ticket: standing)
    let late: Ticket
    switch reason {
    case .removed:
      other.incarnation = Incarnation(value: 99)
      late = Fixture.ticket(4, for: other)
    case .accountSwitched:
      late = Fixture.ticket(4, for: book, epoch: 7)
    case .superseded:
      late = Fixture.ticket(4, for: book)
    case .isbnChanged:
      other.isbn = Fixture.isbns[1]
      late = Fixture.ticket(4, for: other)
    case .expired:
      state = BookFeature.State(book: book, account: account)
      late = Fixture.ticket(4, for: book)
    }
    let store = store(state)
    store.send(.response(late, Fixture.found("Late")))
    let refused = await store.receive(.delegate)
    #expect(refused == .refused(late, reason))
    #expect(store.state.title == nil)
    await store.finish()
  }

  @Test("a second reload while the first runs: only the second counts")
  func secondReload() async {
    let gates = [Gate(), Gate()]
    let serial = Shared<Int64>(value: 0, domain: SharedDomain())
    let asked = Shared(value: 0, domain: SharedDomain())
    let store = store(
      claimBook: { [book] _, _ in
        let next = serial.withLock { serial in
          serial += 1
          return serial
        }
        return .claimed(ClaimedBook(book: book, ticket: Fixture.ticket(next, for: book)))
      },
      answer: { _ in
        let call = asked.withLock { asked in
          asked += 1
          return asked
        }
        await gates[call - 1].wait()
        return Fixture.found("Answer \(call)")
      })
    store.send(.reload) { $0.isLoading = true }
    await store.receive(.claimed) { $0.ticket = Fixture.ticket(1, for: book) }
    await gates[0].arrival()
    store.send(.reload)
    await store.receive(.claimed) { $0.ticket = Fixture.ticket(2, for: book) }
    await gates[1].arrival()
    await gates[0].open()
    await gates[1].open()
    await store.receive(.response) {
      $0.isLoading = false
      $0.ticket = nil
      $0.accept(
        Redemption(
          ticket: Fixture.ticket(2, for: book), outcome: Fixture.found("Answer 2"), at: Fixture.now)
      )
    }
    await store.finish()
    #expect(store.state.title == "Answer 2")
  }

  @Test("stopping gives the ticket back, and the answer that comes all the same is not delivered")
  func stop() async {
    let gate = Gate()
    let ticket = Fixture.ticket(5, for: book)
    let given = Shared<[Ticket]>(value: [], domain: SharedDomain())
    let store = store(
      claimBook: { [book] _, _ in .claimed(ClaimedBook(book: book, ticket: ticket)) },
      giveBack: { tickets in
        given.withLock { $0 += tickets }
        return [:]
      },
      answer: { _ in
        await gate.wait()
        return Fixture.found("Late")
      })
    store.send(.reload) { $0.isLoading = true }
    await store.receive(.claimed) { $0.ticket = ticket }
    await gate.arrival()
    store.send(.stop) {
      $0.isLoading = false
      $0.ticket = nil
    }
    await gate.open()
    await store.finish()
    #expect(given.wrappedValue == [ticket])
    #expect(store.state.title == nil)
  }

  @Test("a book without an ISBN says so and asks nothing")
  func noISBN() async {
    let store = store(BookFeature.State(book: Fixture.book(1, isbn: nil), account: account))
    store.send(.reload) { $0.message = .noISBN }
    await store.finish()
  }

  @Test(
    "a book that cannot be claimed says why",
    arguments: [
      (BookClaim.refused(.removed), "the book was removed"),
      (.refused(.accountSwitched), "the account was switched or changed meanwhile"),
      (.withoutISBN, "the book has no ISBN any more"),
      (.heldElsewhere, "another sync is fetching it"),
    ])
  func notClaimable(claim: BookClaim, reason: String) async {
    let store = store(claimBook: { _, _ in claim })
    store.send(.reload) { $0.isLoading = true }
    await store.receive(.failed) {
      $0.isLoading = false
      $0.message = .notAsked(reason)
    }
    await store.finish()
  }
}

extension CasePath where Root == BookFeature.Action, Value == Ticket {
  static var claimed: Self {
    Self(embed: Root.claimed) { if case .claimed(let ticket) = $0 { ticket } else { nil } }
  }
}

extension CasePath where Root == BookFeature.Action, Value == (Ticket, TitleOutcome) {
  static var response: Self {
    Self(embed: { .response($0.0, $0.1) }) {
      if case .response(let ticket, let outcome) = $0 { (ticket, outcome) } else { nil }
    }
  }
}

extension CasePath where Root == BookFeature.Action, Value == BookFeature.Delegate {
  static var delegate: Self {
    Self(embed: Root.delegate) { if case .delegate(let value) = $0 { value } else { nil } }
  }
}

extension CasePath where Root == BookFeature.Action, Value == String {
  static var failed: Self {
    Self(embed: Root.failed) { if case .failed(let reason) = $0 { reason } else { nil } }
  }
}
