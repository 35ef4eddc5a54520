/// The ticks of a clock, as an asynchronous sequence; each iterator is a timer of its own.
///
/// It ends when the reading task is cancelled.
public struct TimerSequence: AsyncSequence, Sendable {
  public typealias Failure = Never

  /// Waits for the tick after one, both as times since the start; nil: the task is cancelled.
  typealias Wait = @Sendable (_ last: Duration) async -> Duration?

  let start: @Sendable () -> Wait

  public func makeAsyncIterator() -> Iterator { Iterator(wait: start()) }

  public struct Iterator: AsyncIteratorProtocol {
    let wait: Wait
    private var last = Duration.zero

    init(wait: @escaping Wait) { self.wait = wait }

    public mutating func next() async -> Void? { await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Void? {
      guard let tick = await wait(last) else { return nil }
      last = tick
      return ()
    }
  }
}
