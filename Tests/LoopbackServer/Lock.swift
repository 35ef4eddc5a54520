import Glibc

/// A value behind a POSIX mutex, with a condition to wait on.
///
/// Unchecked: `value` is touched only between lock and unlock; the mutex and the condition lie at
/// fixed addresses until deinit.
final class Lock<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Works on the value alone, then wakes who waits for a change of it.
  func callAsFunction<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Blocks this thread until the value is as wanted.
  func wait(until isWanted: (Value) -> Bool) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isWanted(value) { pthread_cond_wait(changed, mutex) }
  }
}
