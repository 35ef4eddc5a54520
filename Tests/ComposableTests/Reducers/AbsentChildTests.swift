import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Children that may be absent")
struct AbsentChildTests {
  @Test("a child that is there is reduced before its parent, and its effects come back to it")
  func present() async {
    let store = TestStore(initialState: Desk.State(counter: Counter.State(id: 1))) {
      Desk()
    } withDependencies: {
      $0.loadNumber = { $0 * 10 }
    }
    store.send(.counter(.load)) { $0.counter?.isLoading = true }
    await store.receive(.counter(.loaded(10))) {
      $0.counter?.isLoading = false
      $0.counter?.loaded = 10
    }
    await store.finish()
  }

  @Test("an effect whose child goes in the turn after it never starts", arguments: [nil, 2])
  func goesBeforeItStarts(id: Int?) async {
    let started = Shared(value: 0, domain: SharedDomain())
    let store = Store(initialState: Desk.State(counter: Counter.State(id: 1))) {
      Desk()
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
      $0.loadNumber = { id in
        started.withLock { $0 += 1 }
        return id
      }
    }
    await store.send(.loadAndPresent(id.map { Counter.State(id: $0) })).finish()
    #expect(started.wrappedValue == 0)
    #expect(store.isIdle)
  }

  @Test(
    "what was under way for a child that is gone does not reach the one in its place",
    arguments: [
      [nil, Counter.State(id: 1)], [Counter.State(id: 2)], [nil],
      [Counter.State(id: 2), Counter.State(id: 1)],
    ])
  func lateCompletion(presented: [Counter.State?]) async {
    let asked = Gate()
    let store = Store(initialState: Desk.State(counter: Counter.State(id: 1))) {
      Desk()
    } withDependencies: {
      $0.loadNumber = { id in
        await asked.wait()
        return id * 10
      }
    }
    let task = store.send(.counter(.load))
    await asked.arrival()
    for counter in presented { store.send(.present(counter)) }
    await asked.open()
    await task.finish()
    #expect(store.withState { $0.counter } == presented.last)
    #expect(store.isIdle)
  }

  @Test("what was under way for a case that was left does not come back", arguments: [true, false])
  func leftCase(usesScope: Bool) async {
    let asked = Gate()
    let store = Store(initialState: Door.State.left(Counter.State(id: 1))) {
      Door(usesScope: usesScope)
    } withDependencies: {
      $0.loadNumber = { id in
        await asked.wait()
        return id * 10
      }
    }
    let task = store.send(.left(.load))
    await asked.arrival()
    store.send(.go(.right(Counter.State(id: 1))))
    store.send(.go(.left(Counter.State(id: 1))))
    await asked.open()
    await task.finish()
    #expect(store.withState { $0 } == .left(Counter.State(id: 1)))
    #expect(store.isIdle)
    await store.send(.left(.load)).finish()
    #expect(store.withState { $0 } == .left(Counter.State(id: 1, loaded: 10)))
  }

  @Test("another value of a case, with another ID, is another child", arguments: [true, false])
  func replacedInCase(usesScope: Bool) async {
    let asked = Gate()
    let store = Store(initialState: Door.State.left(Counter.State(id: 1))) {
      Door(usesScope: usesScope)
    } withDependencies: {
      $0.loadNumber = { id in
        await asked.wait()
        return id * 10
      }
    }
    let task = store.send(.left(.load))
    await asked.arrival()
    store.send(.go(.left(Counter.State(id: 2))))
    await asked.open()
    await task.finish()
    #expect(store.withState { $0 } == .left(Counter.State(id: 2)))
    #expect(store.isIdle)
  }

  @Test("an action for an absent child is reported in full, and ignored")
  func absent() {
    let reports = Reports()
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      Store(initialState: Desk.State()) { Desk() }.send(.counter(.increment))
      Store(initialState: Door.State.left(Counter.State(id: 1))) { Door(usesScope: false) }
        .send(.right(.increment))
      Store(initialState: Door.State.left(Counter.State(id: 1))) { Door(usesScope: true) }
        .send(.right(.increment))
    }
    #expect(
      reports.texts
        == ["An ifLet", "An ifCaseLet", "A Scope"].map { name in
          """
          \(name) was sent an action for a child that is not there, and ignored it.

            Action: increment
            Child: State

          Likely causes: a reducer that runs before this one took the child away, or the action was \
          sent after the child was gone, or before it was there.

          Put what takes the child away after the child's reducer, and send to the child only while \
          it is there. What a child's own effects send after it is gone is not meant here: that is \
          dropped in silence.
          """
        })
  }

  @Test("a case is changed in place: nothing else holds its value meanwhile")
  func inPlace() {
    final class Buffer: Sendable {}
    enum Root {
      case some(Buffer)
      case other
    }
    let path = CasePath<Root, Buffer>(embed: Root.some) {
      if case .some(let value) = $0 { value } else { nil }
    }
    var root = Root.some(Buffer())
    let isAlone = path.modify(&root) { isKnownUniquelyReferenced(&$0) }
    #expect(isAlone == true)
    root = .other
    #expect(path.modify(&root) { _ in 1 } == nil)
    guard case .other = root else {
      Issue.record("The root has changed: \(root)")
      return
    }
  }
}
