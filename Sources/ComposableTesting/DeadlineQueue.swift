/// Who sleeps on a clock, the earliest deadline first, and of one deadline who came first.
///
/// A binary heap of the deadlines, and who sleeps until each. Who was cancelled stays until his
/// deadline comes, or until half of all are such.
struct DeadlineQueue<Sleeper: AnyObject> {
  private var heap: [Duration] = []
  private var sleepers: [Duration: [Sleeper]] = [:]
  private var total = 0
  private var cancelled = 0

  /// How many sleep.
  var count: Int { total - cancelled }

  /// - Complexity: O(log n) for the first of a deadline, O(1) for others
  mutating func insert(_ sleeper: Sleeper, until deadline: Duration) {
    total += 1
    if sleepers[deadline, default: []].isEmpty { push(deadline) }
    sleepers[deadline, default: []].append(sleeper)
  }

  /// Counts a sleeper out that was cancelled.
  /// - Complexity: amortised O(log n)
  mutating func didCancel(where isCancelled: (Sleeper) -> Bool) {
    cancelled += 1
    guard cancelled > 16, cancelled > total / 2 else { return }
    for deadline in heap { sleepers[deadline]?.removeAll(where: isCancelled) }
    heap.removeAll { deadline in
      let isEmpty = sleepers[deadline]?.isEmpty ?? true
      if isEmpty { sleepers[deadline] = nil }
      return isEmpty
    }
    // A sorted array is a heap.
    heap.sort()
    total -= cancelled
    cancelled = 0
  }

  /// Takes everyone out who sleeps until the earliest deadline for which anyone sleeps, in order.
  /// - Parameters:
  ///   - limit: the latest deadline that is meant; nil: any.
  ///   - isCancelled: whether someone was cancelled, and is not to be taken.
  /// - Complexity: O(log n) and the number of sleepers that are taken
  mutating func takeEarliest(
    until limit: Duration?, isCancelled: (Sleeper) -> Bool
  ) -> (deadline: Duration, sleepers: [Sleeper])? {
    while let deadline = heap.first {
      if let limit, deadline > limit { return nil }
      pop()
      let all = sleepers.removeValue(forKey: deadline) ?? []
      let taken = all.filter { !isCancelled($0) }
      total -= all.count
      cancelled -= all.count - taken.count
      if !taken.isEmpty { return (deadline, taken) }
    }
    return nil
  }

  /// Everyone, in order, also who was cancelled.
  var inOrder: [(deadline: Duration, sleeper: Sleeper)] {
    heap.sorted().flatMap { deadline in (sleepers[deadline] ?? []).map { (deadline, $0) } }
  }

  // MARK: The heap

  private mutating func push(_ deadline: Duration) {
    heap.append(deadline)
    var index = heap.count - 1
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
