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
  private let readEnd: Int32
  private let writeEnd: Int32

  init() throws(CommandError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandError(
        .failed, "cannot make a pipe: \(String(cString: strerror(errno)))",
        hint: "close some files or programs")
    }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Tells an event; from any thread.
  func tell(_ event: SyncEvent) {
    gathered.withLock { $0.events.append(event) }
    wake()
  }

  /// Tells that the sync is over.
  func end() {
    gathered.withLock { $0.isOver = true }
    wake()
  }

  /// Waits for news, a signal or the end of the wait.
  /// - Returns: the events since the last call, and whether the sync is over.
  func wait(milliseconds: Int32) -> (events: [SyncEvent], isOver: Bool) {
    var ready = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    poll(&ready, 1, milliseconds)
    var bytes: [UInt8] = Array(repeating: 0, count: 512)
    while read(readEnd, &bytes, bytes.count) > 0 {}
    return gathered.withLock { gathered in
      defer { gathered.events = [] }
      return (gathered.events, gathered.isOver)
    }
  }

  /// A full pipe has woken the reader already.
  private func wake() {
    var byte: UInt8 = 1
    write(writeEnd, &byte, 1)
  }
}
