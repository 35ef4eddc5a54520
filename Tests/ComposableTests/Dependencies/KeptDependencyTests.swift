import Composable
import Determinism
import Dispatch
import Testing

@Suite("A dependency that two ask for first")
struct KeptDependencyTests {
  private enum Slow: DependencyKey {
    static let isFirst = Shared(value: true, domain: SharedDomain())
    static let asked = DispatchSemaphore(value: 0)
    static let told = DispatchSemaphore(value: 0)

    /// The first to ask waits for what the second has to say.
    static var liveValue: String {
      if isFirst.withLock({ isFirst in
        defer { isFirst = false }
        return isFirst
      }) {
        asked.signal()
        told.wait()
        return "first"
      }
      return "second"
    }
  }

  private struct Asking: Sendable {
    @Dependency(Slow.self) var slow
  }

  @Test("nobody waits for another's making of the value, and both have the same one")
  func noLockMeanwhile() {
    let asking = Asking()
    let done = DispatchSemaphore(value: 0)
    let first = Shared(value: "", domain: SharedDomain())
    DispatchQueue.global().async {
      first.wrappedValue = asking.slow
      done.signal()
    }
    Slow.asked.wait()
    let second = asking.slow
    Slow.told.signal()
    done.wait()
    #expect(second == "second")
    #expect(first.wrappedValue == "second")
  }
}
