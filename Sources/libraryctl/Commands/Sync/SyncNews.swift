import Composable
import Glibc
import LibraryFeature

/// What the effects of a sync tell the main thread, which alone writes output.
final class SyncNews: Sendable {
  private struct Gathered {
    var events: [SyncEvent] = []
    var isOver = false
  }

  private let gathered = Shared<Gathered>(value: Gathered(), domain: SharedDomain())
  private let pipe: WakePipe

  init() throws(CommandError) { pipe = try WakePipe() }

  /// Tells an event; from any thread.
  func tell(_ event: SyncEvent) {
    let isFirst = gathered.withLock { gathered in
      gathered.events.append(event)
      return gathered.events.count == 1
    }
    // For the rest, the reader is awake already.
    if isFirst { pipe.wake() }
  }

  /// Tells that the sync is over.
  func end() {
    gathered.withLock { $0.isOver = true }
    pipe.wake()
  }

  /// Waits for news, a signal or the end of the wait.
  /// - Returns: the events since the last call, and whether the sync is over.
  func wait(milliseconds: Int32) -> (events: [SyncEvent], isOver: Bool) {
    var ready = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
    poll(&ready, 1, milliseconds)
    _ = pipe.drain()
    return gathered.withLock { gathered in
      defer { gathered.events = [] }
      return (gathered.events, gathered.isOver)
    }
  }
}
