import Catalogue
import Composable
import ComposableTesting
import Determinism
import Sync
import Testing

@testable import LibraryFeature

@Suite("A book without an ISBN is searched for by its title")
struct CandidateTests {
  private func book(_ change: (inout BookDetails) -> Void = { _ in }) -> BookFeature.State {
    var book = Fixture.book(1, isbn: nil)
    change(&book.typed)
    return BookFeature.State(book: book, account: Fixture.account())
  }

  private func store(
    _ state: BookFeature.State, search: TitleSource.Search?
  ) -> TestStore<BookFeature.State, BookFeature.Action> {
    let limits = TitleSource.Limits(
      idsPerRequest: 1, requestsAtOnce: 1, requestsPerSecond: .infinity)
    return TestStore(initialState: state) {
      BookFeature()
    } withDependencies: {
      $0.titleSource = { _ in
        TitleSource(limits: limits, fetch: { $0.map { _ in .notFound } }, candidates: search)
      }
    }
  }

  @Test("by what is shown of it; what is found is shown, and changes nothing of the book")
  func found() async {
    let start = book {
      $0.title = "The Way of Kings"
      $0.authors = ["Brandon Sanderson"]
    }
    let candidate = TitleCandidate(title: "The Way of Kings", isbns: [Fixture.isbns[0]])
    let asked = Shared<[TitleQuery]>(value: [], domain: SharedDomain())
    let store = store(start) { query in
      asked.withLock { $0.append(query) }
      return .success([candidate])
    }
    store.send(.search) { $0.isSearching = true }
    await store.receive(.searched) {
      $0.isSearching = false
      $0.candidates = [candidate]
    }
    #expect(store.state.book == start.book)
    #expect(asked.wrappedValue.map(\.title) == ["The Way of Kings"])
    #expect(asked.wrappedValue.map(\.authors) == [["Brandon Sanderson"]])
    await store.finish()
  }

  @Test("nothing found and a failure are told apart")
  func nothing() async {
    let answers = Shared<[Result<[TitleCandidate], TitleFailure>]>(
      value: [.success([]), .failure(.timedOut)], domain: SharedDomain())
    let store = store(book { $0.title = "T" }) { _ in answers.withLock { $0.removeFirst() } }
    store.send(.search) { $0.isSearching = true }
    await store.receive(.searched) {
      $0.isSearching = false
      $0.message = .notFound
    }
    store.send(.search) {
      $0.isSearching = true
      $0.message = nil
    }
    await store.receive(.searched) {
      $0.isSearching = false
      $0.message = .failed(.timedOut)
    }
    await store.finish()
  }

  @Test("a book without a word, and a source that cannot be searched, say so")
  func cannot() async {
    let nameless = store(book()) { _ in .success([]) }
    nameless.send(.search) { $0.message = .notAsked("it has neither a title nor an author") }
    await nameless.finish()
    let mute = store(book { $0.title = "T" }, search: nil)
    mute.send(.search) {
      $0.message = .notAsked("the account's title source cannot be searched")
    }
    await mute.finish()
  }

  @Test("stopping ends the search, and what it would have found is not shown")
  func stopped() async {
    let gate = Gate()
    let store = store(book { $0.title = "T" }) { _ in
      await gate.wait()
      return .success([TitleCandidate(title: "T")])
    }
    store.send(.search) { $0.isSearching = true }
    await gate.arrival()
    store.send(.stop) { $0.isSearching = false }
    await gate.open()
    await store.finish()
    #expect(store.state.candidates.isEmpty)
  }
}

extension CasePath
where Root == BookFeature.Action, Value == Result<[TitleCandidate], TitleFailure> {
  fileprivate static var searched: Self {
    Self(embed: Root.searched) { if case .searched(let answer) = $0 { answer } else { nil } }
  }
}
