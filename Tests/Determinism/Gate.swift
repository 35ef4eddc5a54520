/// Holds whoever waits until the test opens it; cancellation does not end the wait.
public actor Gate {
  private var isOpen = false
  private var arrivals = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  public init() {}

  public func wait() async {
    arrivals += 1
    watching.removeAll { watcher in
      if watcher.count <= arrivals { watcher.continuation.resume() }
      return watcher.count <= arrivals
    }
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns when so many have come to the gate.
  public func arrival(_ count: Int = 1) async {
    if arrivals >= count { return }
    await withCheckedContinuation { watching.append((count, $0)) }
  }

  public func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
