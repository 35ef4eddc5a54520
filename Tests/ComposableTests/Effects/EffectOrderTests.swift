import Composable
import Determinism
import Testing

@Suite("Parts of an effect that concern each other")
struct EffectOrderTests {
  /// Notes each action, and does what it is told for the first.
  private func log(of effect: Effect<String>, endsIdle: Bool = true) async -> [String] {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { log, action in
        log.append(action)
        return action == "go" ? effect : .none
      }
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
    }
    await store.send("go").finish()
    if endsIdle { #expect(store.isIdle) }
    return store.withState { copy $0 }
  }

  private func work(_ name: String) -> Effect<String> { .run { send in send(name) } }

  @Test("an action that is concatenated to work is reduced when the work has ended")
  func sendAfterWork() async {
    #expect(await log(of: .concatenate(work("a"), .send("b"))) == ["go", "a", "b"])
  }

  @Test("to cancel a name and then begin under it begins: only what there was before is cancelled")
  func cancelThenBegin() async {
    let restarted = Effect.concatenate(.cancel(id: 1), work("a").cancellable(id: 1))
    #expect(await log(of: restarted) == ["go", "a"])
    let merged = Effect.merge(.cancel(id: 1), work("a").cancellable(id: 1))
    #expect(await log(of: merged) == ["go", "a"])
  }

  @Test("of two effects of one action that end each other under one name, the last one begins")
  func lastOfTwo() async {
    let two = Effect.merge(
      work("a").cancellable(id: 1, cancelInFlight: true),
      work("b").cancellable(id: 1, cancelInFlight: true))
    #expect(await log(of: two) == ["go", "b"])
  }

  @Test("an effect that ends others of its name leaves alone what is concatenated after it")
  func concatenatedAfter() async {
    let two = Effect.concatenate(
      work("a").cancellable(id: 1, cancelInFlight: true), work("b").cancellable(id: 1))
    #expect(await log(of: two) == ["go", "a", "b"])
  }

  @Test("two waits of one action under one name are one: the last is done")
  func twoDebounced() async {
    let clock = ContinuousClock()
    let two = Effect.merge(
      Effect.send("a").debounce(id: 1, for: .zero, clock: clock),
      Effect.send("b").debounce(id: 1, for: .zero, clock: clock))
    #expect(await log(of: two) == ["go", "b"])
  }

  @Test("an action that is throttled is reduced when the interval is over")
  func throttledSend() async {
    let clock = ContinuousClock()
    let two = Effect.merge(
      Effect.send("a").throttle(id: 1, for: .zero, clock: clock, latest: true),
      Effect.send("b").throttle(id: 1, for: .zero, clock: clock, latest: true))
    // The interval after the last one has no end that a caller waits for.
    #expect(await log(of: two, endsIdle: false) == ["go", "a", "b"])
  }
}
