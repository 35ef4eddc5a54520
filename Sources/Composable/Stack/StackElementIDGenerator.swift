/// Gives the elements of stacks their IDs, in order, from any thread.
///
/// A stack asks for them itself when something is appended. Who pushes with an action gives the ID:
///
/// ```swift
/// store.send(.path(.push(id: stackElementID.next(), state: .detail(Detail.State()))))
/// ```
public struct StackElementIDGenerator: Sendable {
  private final class Counter: @unchecked Sendable {
    // Sendable: `next` is read and written only under the lock.
    private let lock = RecursiveLock()
    private var next = 0

    init(next: Int = 0) { self.next = next }

    func take(atLeast least: Int) -> Int {
      lock.withLock {
        // mutant stack-id-given-once:
        //   `let taken = max(next, least)` -> `let taken = least` (StackTests)
        let taken = max(next, least)
        next = taken &+ 1
        return taken
      }
    }

    func copy() -> Counter { lock.withLock { Counter(next: next) } }
  }

  private let counter: Counter

  /// Makes a generator that begins with 0.
  public init() { counter = Counter() }

  private init(counter: Counter) { self.counter = counter }

  /// An ID that was not given before.
  public func next() -> StackElementID { next(after: -1) }

  /// An ID that was not given before, and that comes after others, which another generator may have
  /// given.
  func next(after last: Int) -> StackElementID {
    // mutant stack-id-after-those-it-had:
    //   `counter.take(atLeast: last &+ 1)` -> `counter.take(atLeast: 0)` (StackStateTests)
    StackElementID(generation: counter.take(atLeast: last &+ 1))
  }

  /// A generator that goes on from here by itself: what a test expects takes no ID from its store.
  package func copy() -> Self { Self(counter: counter.copy()) }
}

extension DependencyValues {
  /// Gives the elements of stacks their IDs; a test's store begins with 0.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }
}

private enum StackElementIDKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()
  static var testValue: StackElementIDGenerator { liveValue }
}
