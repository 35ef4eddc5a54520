import Glibc

/// Does what takes long, such as comparing and printing states, one after the other and off the path
/// of actions.
final class PrintQueue: @unchecked Sendable {
  // Sendable: the variables are read and written only under `lock`.
  static let shared = PrintQueue()

  private let lock = RecursiveLock()
  /// Held while something is taken and done, so that all is done in order.
  private let order = RecursiveLock()
  private var waiting: [@Sendable () -> Void] = []
  private var isWorking = false

  private init() {
    // What waits when the program ends is still printed.
    atexit { PrintQueue.shared.workAtExit() }
  }

  func add(_ work: @escaping @Sendable () -> Void) {
    lock.lock()
    waiting.append(work)
    let begins = !isWorking
    isWorking = true
    lock.unlock()
    if begins { Task.detached { self.work() } }
  }

  private func work() {
    while true {
      order.lock()
      let works = takeAll()
      for work in works { work() }
      order.unlock()
      if works.isEmpty { return }
    }
  }

  private func takeAll() -> [@Sendable () -> Void] {
    lock.lock()
    defer { lock.unlock() }
    let works = waiting
    waiting = []
    if works.isEmpty { isWorking = false }
    return works
  }

  private func workAtExit() {
    // A program may end inside an action whose lock the printing waits for: that is no reason to
    // wait for ever.
    guard order.lock(forSeconds: 1) else { return }
    for work in takeAll() { work() }
    order.unlock()
  }
}
