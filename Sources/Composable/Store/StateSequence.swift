/// Something of a store's state, now and after each change, as an asynchronous sequence.
///
/// Nothing is kept for a reader: it is given what is there when it asks. So one that is slow misses
/// what was in between and gets the newest, and a large state is not copied at each change. Each
/// iterator reads for itself. The sequence ends when the store, or the child that it is of, is gone.
public struct StateSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  let domain: SharedDomain
  /// Called under the lock.
  let revision: @Sendable () -> StateRevision
  /// Called under the lock: whether the store is gone, after its last state.
  let isOver: @Sendable () -> Bool
  /// Called under the lock; nil: what is observed is gone.
  let read: @Sendable () -> Element?
  /// Whether an element need not be given again; nil: each change counts.
  let isSame: (@Sendable (Element, Element) -> Bool)?

  public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  public struct Iterator: AsyncIteratorProtocol {
    private enum Look {
      case element(Element)
      case unchanged(UInt64)
      case gone
    }

    let sequence: StateSequence
    private var revision: StateRevision?
    private var last: Element?

    init(sequence: StateSequence) { self.sequence = sequence }

    public mutating func next() async -> Element? { await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while !Task.isCancelled {
        switch look() {
        case .element(let element): return element
        case .unchanged(let version): await sequence.domain.change(after: version)
        case .gone: return nil
        }
      }
      return nil
    }

    private mutating func look() -> Look {
      sequence.domain.enter()
      defer { sequence.domain.leave() }
      let revision = sequence.revision()
      let unchanged = sequence.isOver() ? Look.gone : .unchanged(sequence.domain.version)
      if revision == self.revision { return unchanged }
      guard let element = sequence.read() else { return .gone }
      self.revision = revision
      if let isSame = sequence.isSame {
        if let last, isSame(last, element) { return unchanged }
        last = element
      }
      return .element(element)
    }
  }
}
