import Composable

/// Something that happens once, and one task that waits for it; a wait ends early when its task is
/// cancelled.
final class Wakeup: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock.
  private let lock = RecursiveLock()
  private var hasHappened = false
  private var waiting: CheckedContinuation<Void, Never>?

  func happen() {
    let waiting = lock.withLock {
      hasHappened = true
      return self.waiting.take()
    }
    waiting?.resume()
  }

  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = lock.withLock {
          if !hasHappened { waiting = continuation }
          return hasHappened
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      happen()
    }
  }
}
