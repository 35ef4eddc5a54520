extension SharedDomain {
  /// Waits until something of the domain has changed after a version.
  ///
  /// It returns at once when it has changed already, or when the waiting task is cancelled.
  func change(after version: UInt64) async {
    let key = Stamp.next()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = withLock {
          // A task that is cancelled before this point is seen here; one after it resumes below.
          if self.version != version || Task.isCancelled { return true }
          waiting[key] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      withLock { waiting.removeValue(forKey: key) }?.resume()
    }
  }

  /// Wakes who waits for a change, once the lock is released.
  @usableFromInline
  func wakeWaiting() {
    let woken = Array(waiting.values)
    waiting = [:]
    deferred.append { for continuation in woken { continuation.resume() } }
  }
}
