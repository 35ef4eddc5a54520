/// A door that is shut until somebody opens it: a route that waits at it holds its request exactly
/// as long as the test wants.
public final class Gate: Sendable {
  private let isOpen = Lock(false)

  public init() {}

  /// Lets everybody through, now and later.
  public func open() { isOpen { $0 = true } }

  /// Shuts the door for whoever comes from now on.
  public func shut() { isOpen { $0 = false } }

  /// Blocks the calling thread until the door is open. For routes; an asynchronous test waits with
  /// `LoopbackServer.requests(atLeast:)`.
  public func wait() { isOpen.wait { $0 } }
}
