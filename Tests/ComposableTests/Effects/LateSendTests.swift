import Composable
import Determinism
import Testing

@Suite("A send that comes too late is reported in full")
struct LateSendTests {
  private struct Escaping: Reducer {
    let kept: Shared<Send<Int>?>
    let gate: Gate

    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      state += action
      guard action == 0 else { return .none }
      return .run { [kept, gate] send in
        kept.withLock { $0 = send }
        await gate.wait()
        send(7)
      }
    }
  }

  private func text(_ what: String) -> String {
    """
    \(what)

      Action: 7

    Likely causes: nobody keeps the store, or the effect goes on when its task is cancelled, or its \
    send was kept by a callback that outlives it.

    Keep the store for as long as its effects matter, let the effect end when its task is \
    cancelled, and let it last as long as its callbacks, for example by waiting on an AsyncStream.
    """
  }

  @Test("a send that is kept beyond its effect")
  func endedEffect() async {
    let reports = Reports()
    let kept = Shared<Send<Int>?>(value: nil, domain: SharedDomain())
    let gate = Gate()
    let store = Store(initialState: 0) {
      Escaping(kept: kept, gate: gate)
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    let task = store.send(0)
    await gate.open()
    await task.finish()
    #expect(store.withState { $0 } == 7)
    #expect(kept.wrappedValue?(7) == false)
    #expect(store.withState { $0 } == 7)
    #expect(
      reports.texts == [
        text("An action was sent with the send of an effect that had ended, and it was dropped.")
      ])
  }

  @Test("an effect that outlives its store")
  func releasedStore() async {
    let reports = Reports()
    let gate = Gate()
    var store: Store<Int, Int>? = Store(initialState: 0) {
      Escaping(kept: Shared(value: nil, domain: SharedDomain()), gate: gate)
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    let task = store?.send(0)
    await gate.arrival()
    store = nil
    await gate.open()
    await task?.finish()
    #expect(
      reports.texts == [
        text("An effect sent an action after its store was gone, and it was dropped.")
      ])
  }
}
