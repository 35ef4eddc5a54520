import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Repository search")
struct SearchTests {
  let clock = TestClock()

  /// A search with a client, after it was asked for "swift" and has waited long enough.
  func searching(
    _ search: @escaping @Sendable (String) async throws -> [Repository]
  ) async -> TestStoreOf<SearchFeature> {
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.repositories.search = search
    }
    store.send(.queryChanged("swift")) {
      $0.query = "swift"
      $0.isSearching = true
    }
    await clock.advance(by: .milliseconds(300))
    return store
  }

  @Test("shows what is found")
  func finds() async {
    let store = await searching { [Repository(name: $0)] }
    await store.receive(.response([Repository(name: "swift")])) {
      $0.results = [Repository(name: "swift")]
      $0.isSearching = false
    }
    await store.finish()
  }

  @Test("asks once, when one has stopped typing")
  func debounces() async {
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.repositories.search = { [Repository(name: $0)] }
    }
    store.send(.queryChanged("s")) {
      $0.query = "s"
      $0.isSearching = true
    }
    await clock.advance(by: .milliseconds(299))
    store.send(.queryChanged("sw")) { $0.query = "sw" }
    await clock.advance(by: .milliseconds(299))
    store.send(.queryChanged("swift")) { $0.query = "swift" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.response([Repository(name: "swift")])) {
      $0.results = [Repository(name: "swift")]
      $0.isSearching = false
    }
    await store.finish()
  }

  @Test("an older answer that comes later does not take the place of the newer one")
  func overtakes() async {
    let older = Gate()
    let store = await searching { query in
      if query == "swift" { await older.wait() }
      return [Repository(name: query)]
    }
    store.send(.queryChanged("sqlite")) { $0.query = "sqlite" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.response([Repository(name: "sqlite")])) {
      $0.results = [Repository(name: "sqlite")]
      $0.isSearching = false
    }
    await older.open()
    await store.finish()
  }

  @Test("an empty query ends the search, before it is asked")
  func clearsBefore() async {
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.queryChanged("s")) {
      $0.query = "s"
      $0.isSearching = true
    }
    store.send(.queryChanged("")) {
      $0.query = ""
      $0.isSearching = false
    }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test("an empty query ends the search while it runs, and that is no error")
  func clearsWhile() async {
    let store = await searching { [clock] _ in
      try await clock.sleep(for: .seconds(10))
      return []
    }
    store.send(.queryChanged("")) {
      $0.query = ""
      $0.isSearching = false
    }
    await clock.run()
    await store.finish()
  }

  @Test("nor is it when the client calls the cancellation an error of its own")
  func abortedClient() async {
    let gate = Gate()
    let store = await searching { _ in
      await gate.wait()
      throw RepositoryClient.Unreachable()
    }
    store.send(.queryChanged("")) {
      $0.query = ""
      $0.isSearching = false
    }
    await gate.open()
    await store.finish()
  }

  @Test("shows an error, until one types on")
  func fails() async {
    let store = await searching { _ in throw RepositoryClient.Unreachable() }
    await store.receive(.failed("The server cannot be reached.")) {
      $0.error = "The server cannot be reached."
      $0.isSearching = false
    }
    store.send(.queryChanged("")) {
      $0.query = ""
      $0.error = nil
    }
    await store.finish()
  }
}
