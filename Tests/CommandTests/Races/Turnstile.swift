import Glibc

/// Lets waiters through as a count goes up, so that a test decides when a server answers.
final class Turnstile: @unchecked Sendable {
  // Sendable: `count` is read and written only under the mutex.
  private var count = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(changed)
    mutex.deallocate()
    changed.deallocate()
  }

  /// The count now.
  var value: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return count
  }

  func advance(by step: Int = 1) {
    pthread_mutex_lock(mutex)
    count += step
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Blocks the calling thread until the count has come so far.
  func wait(for target: Int) {
    pthread_mutex_lock(mutex)
    while count < target { pthread_cond_wait(changed, mutex) }
    pthread_mutex_unlock(mutex)
  }
}
