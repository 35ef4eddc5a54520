import Glibc

/// A lock that its holder may take again.
///
/// `Synchronization.Mutex` is neither recursive nor visible to Thread Sanitizer on Linux.
@usableFromInline
package final class RecursiveLock: @unchecked Sendable {
  // Sendable: the mutex is made once in `init` and only ever passed to pthread functions, which are
  // safe to call from any thread.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  @usableFromInline
  package init() {
    mutex = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @usableFromInline package func lock() { pthread_mutex_lock(mutex) }

  @usableFromInline package func unlock() { pthread_mutex_unlock(mutex) }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Takes the lock, unless that takes too long.
  /// - Returns: whether it was taken.
  func lock(forSeconds seconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    return pthread_mutex_timedlock(mutex, &end) == 0
  }
}
