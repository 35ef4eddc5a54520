import Composable
import Testing

@Suite("Child stores and sequences of states")
struct ChildStoreTests {
  @Test("a store of a property reads and sends through its parent, and keeps it")
  func property() async {
    struct Pair: Reducer {
      struct State: Equatable, Sendable {
        var left = Counter.State(id: 1)
        var right = Counter.State(id: 2)
      }
      enum Action: Sendable {
        case left(Counter.Action)
        case right(Counter.Action)
      }
      static let left = CasePath<Action, Counter.Action>(embed: Action.left) {
        if case .left(let value) = $0 { value } else { nil }
      }
      var body: some Reducer<State, Action> {
        Scope(state: \.left, action: Self.left) { Counter() }
      }
    }
    let left: Store<Counter.State, Counter.Action>
    do {
      let store = Store(initialState: Pair.State()) { Pair() }
      left = store.scope(state: \.left, action: Pair.left)
    }
    left.send(.increment)
    #expect(left.withState { $0.count } == 1)
    var counts = left.observe(\.count).makeAsyncIterator()
    #expect(await counts.next() == 1)
    left.send(.stop)
    left.send(.increment)
    #expect(await counts.next() == 2)
    #expect(left.isIdle)
  }

  @Test("a store of an optional child ends its sequences with the child, and keeps what it read")
  func optional() async {
    let store = Store(initialState: Desk.State()) { Desk() }
    #expect(store.scope(state: \.counter, action: .counter) == nil)
    store.send(.present(Counter.State(id: 1)))
    let child = store.scope(state: \.counter, action: .counter)
    child?.send(.increment)
    #expect(child?.withState { $0.count } == 1)
    var states = child?.states.makeAsyncIterator()
    #expect(await states?.next() == Counter.State(id: 1, count: 1))
    store.send(.present(nil))
    #expect(await states?.next() == nil)
    #expect(child?.withState { $0.count } == 1)
  }

  @Test("a store of a case ends with the case")
  func enumCase() async {
    let store = Store(initialState: Door.State.left(Counter.State(id: 1))) {
      Door(usesScope: false)
    }
    #expect(store.scope(state: .right, action: .right) == nil)
    let left = store.scope(state: .left, action: .left)
    left?.send(.increment)
    #expect(store.withState { $0 } == .left(Counter.State(id: 1, count: 1)))
    var counts = left?.observe(\.count).makeAsyncIterator()
    #expect(await counts?.next() == 1)
    store.send(.go(.right(Counter.State(id: 1))))
    #expect(await counts?.next() == nil)
  }

  @Test("a store of an element is of that element, and not of one added again under its ID")
  func element() async {
    let store = Store(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Counters()
    }
    #expect(store.scope(state: \.counters, id: 2, action: .counters) == nil)
    let child = store.scope(state: \.counters, id: 1, action: .counters)
    child?.send(.increment)
    #expect(child?.withState { $0.count } == 1)
    var counts = child?.observe(\.count).makeAsyncIterator()
    #expect(await counts?.next() == 1)
    store.send(.remove(1))
    store.send(.add(1))
    #expect(await counts?.next() == nil)
    #expect(child?.withState { $0.count } == 1)
  }

  @Test("what is sent to a store whose child is gone is reported, and does not reach another child")
  func gone() {
    let reports = Reports()
    let counters = Store(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Counters()
    }
    let stand = Store(initialState: Stand.State(page: Page.State(number: 1))) { Stand() }
    let element = counters.scope(state: \.counters, id: 1, action: .counters)
    let page = stand.scope(state: \.$page, action: .page)
    counters.send(.remove(1))
    counters.send(.add(1))
    stand.send(.present([Page.State(number: 1)]))
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      element?.send(.increment)
      page?.send(.loaded(5))
    }
    #expect(counters.withState { $0.counters[id: 1]?.count } == 0)
    #expect(stand.withState { $0.page?.number } == 1)
    #expect(
      reports.texts
        == ["increment", "loaded(5)"].map { action in
          """
          A store of a part that is gone was sent an action, and dropped it.

            Action: \(action)
            Part: State

          Likely causes: the child was dismissed, popped or removed, or its case was left, and \
          someone kept its store. Another child may be in its place, for which the action is not \
          meant.

          Let go of the store when its sequences end, and take a new one of the child that is there.
          """
        })
  }

  @Test("a slow reader gets the newest, and who observes only what is another")
  func coalescing() async {
    let store = Store(initialState: Counters.State()) { Counters() }
    var states = store.states.makeAsyncIterator()
    #expect(await states.next()?.log == [])
    for number in 1...100 { store.send(.note("\(number)")) }
    #expect(await states.next()?.log.count == 100)
    var counts = store.observe(\.log.count).makeAsyncIterator()
    #expect(await counts.next() == 100)
    store.send(.add(1))
    let next = Task { [counts] in
      var counts = counts
      return await counts.next()
    }
    store.send(.note("101"))
    #expect(await next.value == 101)
  }

  @Test("a change of a shared value by another store is observed")
  func sharedChange() async {
    let domain = SharedDomain()
    let names = Shared(value: ["a"], domain: domain)
    struct Holder: Sendable {
      @Shared var names: [String]
      init(_ names: Shared<[String]>) { _names = names }
    }
    func store() -> Store<Holder, String> {
      Store(initialState: Holder(names)) {
        Reduce<Holder, String> { state, action in
          state.names.append(action)
          return .none
        }
      } withDependencies: {
        $0.sharedDomain = domain
      }
    }
    let one = store()
    let other = store()
    var seen = one.observe(\.names).makeAsyncIterator()
    #expect(await seen.next() == ["a"])
    other.send("b")
    #expect(await seen.next() == ["a", "b"])
  }

  @Test("a reader whose task is cancelled is not kept waiting")
  func cancelledReader() async {
    let store = Store(initialState: Counters.State()) { Counters() }
    let reader = Task {
      var count = 0
      for await _ in store.states { count += 1 }
      return count
    }
    reader.cancel()
    #expect(await reader.value <= 1)
  }
}
