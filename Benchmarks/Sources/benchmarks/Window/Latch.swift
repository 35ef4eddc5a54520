import Glibc

/// Keeps a thread waiting until it is opened.
final class Latch: @unchecked Sendable {
  // Sendable: the semaphore is made once in `init` and only ever passed to functions that are safe
  // to call from any thread.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func wait() { while sem_wait(semaphore) != 0 {} }

  func open() { sem_post(semaphore) }
}
