import Composable
import ComposableTesting
import Testing

@Suite("Debounce and throttle")
struct DebounceTests {
  enum Action: Equatable, Sendable {
    case debounce(Int)
    case throttle(Int, latest: Bool)
    case cancel
    case done(Int)
  }

  struct Feature: Reducer {
    let clock: TestClock

    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      switch action {
      case .debounce(let number):
        return .send(.done(number)).debounce(id: 1, for: .seconds(1), clock: clock)
      case .throttle(let number, let latest):
        return .send(.done(number)).throttle(id: 1, for: .seconds(1), clock: clock, latest: latest)
      case .cancel:
        return .cancel(id: 1)
      case .done(let number):
        state.append(number)
        return .none
      }
    }
  }

  private let clock = TestClock()

  private func store() -> TestStore<[Int], Action> {
    TestStore(initialState: []) { Feature(clock: clock) }
  }

  @Test("of several in a row only the last one begins, when its time is over")
  func debounce() async {
    let store = store()
    for number in 1...3 { store.send(.debounce(number)) }
    await clock.advance(by: .milliseconds(999))
    store.send(.debounce(4))
    await clock.advance(by: .milliseconds(999))
    await store.effectsDidRest()
    store.assert { $0 = [] }
    await clock.advance(by: .milliseconds(1))
    await store.receive(.done(4)) { $0 = [4] }
    await store.finish()
    #expect(store.store.isIdle)
  }

  @Test("a wait that is cancelled ends, and what waited never begins")
  func cancelledDebounce() async {
    let store = store()
    let task = store.send(.debounce(1))
    store.send(.cancel)
    await task.finish()
    await clock.advance(by: .seconds(2))
    await store.finish()
    #expect(store.store.isIdle)
  }

  @Test(
    "the first begins at once, and one of the others at the end of the interval",
    arguments: [true, false])
  func throttle(latest: Bool) async {
    let store = store()
    store.send(.throttle(1, latest: latest))
    await store.receive(.done(1)) { $0 = [1] }
    for number in 2...4 { store.send(.throttle(number, latest: latest)) }
    await clock.advance(by: .milliseconds(999))
    store.assert { $0 = [1] }
    await clock.advance(by: .milliseconds(1))
    let next = latest ? 4 : 2
    await store.receive(.done(next)) { $0 = [1, next] }
    // The interval has begun anew with the one that waited.
    store.send(.throttle(5, latest: latest))
    await clock.advance(by: .milliseconds(999))
    store.assert { $0 = [1, next] }
    await clock.advance(by: .milliseconds(1))
    await store.receive(.done(5)) { $0 = [1, next, 5] }
    await clock.advance(by: .seconds(1))
    #expect(store.store.isIdle)
    store.send(.throttle(6, latest: latest))
    await store.receive(.done(6)) { $0 = [1, next, 5, 6] }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test("who waits for a throttled action does not wait for the interval after it")
  func finish() async {
    let store = Store(initialState: [Int]()) { Feature(clock: clock) }
    await store.send(.throttle(1, latest: true)).finish()
    #expect(store.withState { $0 } == [1])
    #expect(!store.isIdle)
  }

  @Test("a cancelled interval is over, and what waited in it never begins")
  func cancelledThrottle() async {
    let store = store()
    store.send(.throttle(1, latest: true))
    await store.receive(.done(1)) { $0 = [1] }
    let waiting = store.send(.throttle(2, latest: true))
    store.send(.cancel)
    await waiting.finish()
    store.send(.throttle(3, latest: true))
    await store.receive(.done(3)) { $0 = [1, 3] }
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.store.isIdle)
  }

  @Test("two stores of one feature keep their times apart, and never cancel each other")
  func twoStores() async {
    let one = store()
    let other = store()
    one.send(.throttle(1, latest: true))
    await one.receive(.done(1)) { $0 = [1] }
    other.send(.throttle(2, latest: true))
    await other.receive(.done(2)) { $0 = [2] }
    one.send(.debounce(3))
    other.send(.cancel)
    await clock.advance(by: .seconds(1))
    await one.receive(.done(3)) { $0 = [1, 3] }
    await one.finish()
    await other.finish()
  }

  @Test("a child's waits end with the child")
  func childGoes() async {
    struct Parent: Reducer {
      typealias State = [Int]?
      let clock: TestClock
      static let child = CasePath<Action?, Action>(embed: { $0 }) { $0 }
      var body: some Reducer<State, Action?> {
        Reduce { state, action in
          if action == nil { state = nil }
          return .none
        }
        .ifLet(state: \.self, action: Self.child) { Feature(clock: clock) }
      }
    }
    let store = TestStore(initialState: [Int]?.some([])) { Parent(clock: clock) }
    store.send(.throttle(1, latest: true))
    await store.receive(.done(1)) { $0 = [1] }
    store.send(.throttle(2, latest: true))
    store.send(.debounce(3))
    store.send(nil) { $0 = nil }
    await store.finish()
    #expect(store.store.isIdle)
    #expect(clock.sleeperCount == 0)
  }
}
