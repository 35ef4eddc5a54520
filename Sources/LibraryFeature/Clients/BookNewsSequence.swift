public import Storage

/// The news of the books, for as long as someone asks for the next ones.
///
/// It has no task and no thread of its own: it looks when it is asked, and waits between two looks.
/// What comes meanwhile is told together. Cancellation ends it.
public struct BookNewsSequence: AsyncSequence, Sendable {
  public typealias Element = BookNews

  let look: @Sendable (BookNews.Position?) async throws -> BookNews
  let start: BookNews.Position?
  let interval: Duration
  let clock: any Clock<Duration>

  public struct AsyncIterator: AsyncIteratorProtocol {
    let sequence: BookNewsSequence
    private var position: BookNews.Position?
    private var mustWait = false

    init(_ sequence: BookNewsSequence) {
      self.sequence = sequence
      position = sequence.start
    }

    /// Waits for the next news.
    /// - Returns: news that are not empty, never nil.
    /// - Throws: what looking throws, but for a database that is locked: then it looks again; a
    ///   `CancellationError`.
    public mutating func next() async throws -> BookNews? {
      while true {
        if mustWait { try await sequence.clock.sleep(for: sequence.interval) }
        try Task.checkCancellation()
        mustWait = true
        do {
          let news = try await sequence.look(position)
          position = news.position
          // mutant more-without-waiting:
          //   `mustWait = !news.position.hasMore` -> `mustWait = true` (BookNewsSequenceTests)
          mustWait = !news.position.hasMore
          if !news.isEmpty { return news }
        } catch let error as StorageError where error.kind == .locked {
          // The log keeps what comes meanwhile.
          continue
        }
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension LibraryClient {
  /// Follows what others change of the books.
  ///
  /// Without a position, the first news say that everything must be read again; what is read from
  /// then on, and the news, miss nothing between them.
  /// - Parameters:
  ///   - position: where to begin; nil: at the present end.
  ///   - interval: how long to wait between two looks.
  ///   - clock: the clock to wait on.
  public func changes(
    since position: BookNews.Position? = nil, every interval: Duration = .milliseconds(250),
    clock: any Clock<Duration>
  ) -> BookNewsSequence {
    BookNewsSequence(look: look, start: position, interval: interval, clock: clock)
  }
}
