import Composable
import Determinism
import Testing

@Suite("Effects")
struct EffectTests {
  @Test("an effect sends what it was asked for, and the store is idle after it")
  func effectDelivers() async {
    let store = Store(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Counters()
    } withDependencies: {
      $0.loadNumber = { $0 * 10 }
    }
    await store.send(.counters(.element(id: 1, action: .load))).finish()
    #expect(store.withState { $0.counters[id: 1]?.loaded } == 10)
    #expect(store.isIdle)
  }

  @Test("of 1,000 effects whose children are removed in the turn that starts them none starts")
  func removedInTheSameTurn() async {
    let started = Shared(value: 0, domain: SharedDomain())
    let store = Store(initialState: Counters.State()) {
      Counters()
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
      $0.loadNumber = { id in
        started.withLock { $0 += 1 }
        return id
      }
    }
    await store.send(.addAndLoadAndRemove(1...1000)).finish()
    #expect(started.wrappedValue == 0)
    #expect(store.isIdle)
  }

  @Test("a completion that comes after the child's removal is not delivered")
  func lateCompletion() async {
    let gate = Gate()
    let ended = Gate()
    let store = Store(
      initialState: Counters.State(counters: [Counter.State(id: 1), Counter.State(id: 2)])
    ) {
      Counters()
    } withDependencies: {
      $0.loadNumber = { id in
        await gate.wait()
        await ended.open()
        return id * 10
      }
    }
    let task = store.send(.counters(.element(id: 1, action: .load)))
    await gate.arrival()
    store.send(.remove(1))
    store.send(.add(1))
    await gate.open()
    await task.finish()
    await ended.wait()
    #expect(store.withState { $0.counters[id: 1] } == Counter.State(id: 1))
    #expect(store.isIdle)
  }

  @Test("removing a child cancels its effects")
  func removalCancels() async {
    let gate = Gate()
    let wasCancelled = Shared(value: false, domain: SharedDomain())
    let store = Store(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Counters()
    } withDependencies: {
      $0.loadNumber = { id in
        await withTaskCancellationHandler {
          await gate.wait()
        } onCancel: {
          wasCancelled.withLock { $0 = true }
        }
        return id
      }
    }
    let task = store.send(.counters(.element(id: 1, action: .load)))
    await gate.arrival()
    store.send(.remove(1))
    #expect(wasCancelled.wrappedValue)
    await gate.open()
    await task.finish()
  }

  @Test("a second load cancels the first, and only the second counts")
  func cancelInFlight() async {
    let gates = [Gate(), Gate()]
    let calls = Shared(value: 0, domain: SharedDomain())
    let store = Store(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Counters()
    } withDependencies: {
      $0.loadNumber = { _ in
        let call = calls.withLock { count in
          defer { count += 1 }
          return count
        }
        await gates[call].wait()
        return call + 1
      }
    }
    let first = store.send(.counters(.element(id: 1, action: .load)))
    await gates[0].arrival()
    let second = store.send(.counters(.element(id: 1, action: .load)))
    await gates[1].arrival()
    await gates[1].open()
    await second.finish()
    await gates[0].open()
    await first.finish()
    #expect(store.withState { $0.counters[id: 1]?.loaded } == 2)
  }

  @Test("cancelling by name reaches the child that is meant, and no other store")
  func cancellationIsPerStoreAndPath() async {
    let gate = Gate()
    let dependencies: @Sendable (inout DependencyValues) -> Void = {
      $0.loadNumber = { id in
        await gate.wait()
        return id * 10
      }
    }
    let children: IdentifiedCollection = [Counter.State(id: 1), Counter.State(id: 2)]
    let one = Store(
      initialState: Counters.State(counters: children), reducer: { Counters() },
      withDependencies: dependencies)
    let other = Store(
      initialState: Counters.State(counters: children), reducer: { Counters() },
      withDependencies: dependencies)
    var tasks = [1, 2].map { one.send(.counters(.element(id: $0, action: .load))) }
    tasks.append(other.send(.counters(.element(id: 1, action: .load))))
    await gate.arrival(3)
    one.send(.counters(.element(id: 1, action: .stop)))
    await gate.open()
    for task in tasks { await task.finish() }
    #expect(one.withState { $0.counters.map(\.loaded) } == [0, 20])
    #expect(other.withState { $0.counters.map(\.loaded) } == [10, 0])
    #expect(one.isIdle && other.isIdle)
  }

  @Test("what waits in a concatenation never starts once it is cancelled")
  func cancelledConcatenation() async {
    let gate = Gate()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        switch action {
        case 0:
          return .concatenate(
            .run { _ in await gate.wait() },
            .run { send in send(1) }.cancellable(id: "second"),
            .run { send in send(2) })
        case -1:
          return .cancel(id: "second")
        default:
          state.append(action)
          return .none
        }
      }
    }
    let task = store.send(0)
    await gate.arrival()
    store.send(-1)
    await gate.open()
    await task.finish()
    #expect(store.withState { $0 } == [2])
    #expect(store.isIdle)
  }

  @Test("an effect that sends several actions one after the other keeps their order")
  func order() {
    let store = Store(initialState: Counters.State()) { Counters() }
    store.send(.noteTwice("a", "b"))
    #expect(store.withState { $0.log } == ["a", "b"])
  }

  @Test("what is sent from inside an action is reduced after it, in order")
  func reentrantSend() {
    let box = Shared<[@Sendable (Int) -> Void]>(value: [], domain: SharedDomain())
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        if action == 0 {
          box.wrappedValue[0](1)
          box.wrappedValue[0](2)
        }
        state.append(action)
        return .none
      }
    }
    box.withLock { $0.append { [weak store] in store?.send($0) } }
    store.send(0)
    #expect(store.withState { $0 } == [0, 1, 2])
  }

  @Test("letting go of the store ends its effects")
  func release() async {
    let gate = Gate()
    let delivered = Shared(value: 0, domain: SharedDomain())
    let wasCancelled = Gate()
    var store: Store? = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        if action == 0 {
          return .run { send in
            await withTaskCancellationHandler {
              await gate.wait()
            } onCancel: {
              Task { await wasCancelled.open() }
            }
            send(1)
          }
        }
        delivered.withLock { $0 += 1 }
        return .none
      }
    }
    let task = store?.send(0)
    await gate.arrival()
    store = nil
    await wasCancelled.wait()
    await gate.open()
    await task?.finish()
    #expect(delivered.wrappedValue == 0)
  }

  @Test("an error that nothing catches is reported with its place; a cancellation is not")
  func uncaughtError() async {
    struct Broken: Error {}
    let reports = Reports()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        if action == 0 { return .run { _ in throw Broken() } }
        return .run { _ in throw CancellationError() }
      }
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    await store.send(1).finish()
    #expect(reports.texts.isEmpty)
    await store.send(0).finish()
    #expect(
      reports.texts == [
        """
        An effect ended with an error that nothing catches.

          Action: Int
          Error: Broken()

        Likely causes: the work inside Effect.run throws, and there is no catch.

        Handle the error inside the work, or pass catch: and send an action that tells the user.
        """
      ])
  }

  @Test("a batch reduces the actions of many elements in one turn")
  func batch() {
    let children = IdentifiedCollection((0..<100).map { Counter.State(id: $0) })
    let store = Store(initialState: Counters.State(counters: children)) { Counters() }
    store.send(
      .counters(.batch(IdentifiedActions((0..<100).map { (id: $0, action: .increment) }))))
    #expect(store.withState { $0.counters.map(\.count) } == Array(repeating: 1, count: 100))
  }

  @Test("a child removed by the grandparent's reducer, in no action of its own, loses its effects")
  func removedFromAbove() async {
    struct House: Reducer {
      struct State: Sendable { var counters = Counters.State() }
      enum Action: Sendable {
        case counters(Counters.Action)
        case clear
      }
      var body: some Reducer<State, Action> {
        Scope(
          state: \.counters,
          action: CasePath(embed: Action.counters) {
            if case .counters(let action) = $0 { action } else { nil }
          }
        ) { Counters() }
        Reduce { state, action in
          if case .clear = action { state.counters.counters = [Counter.State(id: 1)] }
          return .none
        }
      }
    }
    let gate = Gate()
    let store = Store(
      initialState: House.State(counters: Counters.State(counters: [Counter.State(id: 1)]))
    ) {
      House()
    } withDependencies: {
      $0.loadNumber = { id in
        await gate.wait()
        return 7
      }
    }
    let task = store.send(.counters(.counters(.element(id: 1, action: .load))))
    await gate.arrival()
    store.send(.clear)
    await gate.open()
    await task.finish()
    #expect(store.withState { $0.counters.counters[id: 1]?.loaded } == 0)
    #expect(store.isIdle)
  }

  @Test("a child of a shared collection that somebody else removes, in no action at all")
  func removedFromOutside() async {
    struct House: Reducer {
      struct State: Sendable {
        @Shared var counters: IdentifiedCollection<Counter.State>
        init(_ counters: Shared<IdentifiedCollection<Counter.State>>) { _counters = counters }
      }
      enum Action: Sendable { case counters(IdentifiedAction<Int, Counter.Action>) }
      var body: some Reducer<State, Action> {
        EmptyReducer()
          .forEach(
            state: \.$counters,
            action: CasePath(embed: Action.counters) {
              if case .counters(let action) = $0 { action } else { nil }
            }
          ) { Counter() }
      }
    }
    let gate = Gate()
    let domain = SharedDomain()
    let counters = Shared<IdentifiedCollection>(value: [Counter.State(id: 1)], domain: domain)
    let store = Store(initialState: House.State(counters)) {
      House()
    } withDependencies: {
      $0.sharedDomain = domain
      $0.loadNumber = { id in
        await gate.wait()
        return 7
      }
    }
    let task = store.send(.counters(.element(id: 1, action: .load)))
    await gate.arrival()
    counters.withLock { collection in
      collection.remove(id: 1)
      collection.append(Counter.State(id: 1))
    }
    await gate.open()
    await task.finish()
    #expect(counters.wrappedValue[id: 1] == Counter.State(id: 1))
    #expect(store.isIdle)
  }

  @Test("cancelling a part that waits starts nothing out of turn")
  func cancelledMiddle() async {
    let gate = Gate()
    let started = Shared<[Int]>(value: [], domain: SharedDomain())
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        if action == 1 { return .cancel(id: "middle") }
        return .concatenate(
          .run { _ in await gate.wait() },
          .run { _ in started.withLock { $0.append(2) } }.cancellable(id: "middle"),
          .run { _ in started.withLock { $0.append(3) } })
      }
    }
    let task = store.send(0)
    await gate.arrival()
    await store.send(1).finish()
    #expect(started.wrappedValue == [])
    await gate.open()
    await task.finish()
    #expect(started.wrappedValue == [3])
    #expect(store.isIdle)
  }

  @Test("a reducer that is wrapped in Reduce still loses the effects of removed children")
  func wrapped() async {
    let gate = Gate()
    let store = Store(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Reduce(Counters())
    } withDependencies: {
      $0.loadNumber = { _ in
        await gate.wait()
        return 7
      }
    }
    let task = store.send(.counters(.element(id: 1, action: .load)))
    await gate.arrival()
    store.send(.remove(1))
    store.send(.add(1))
    await gate.open()
    await task.finish()
    #expect(store.withState { $0.counters[id: 1]?.loaded } == 0)
  }
}
