/// Who sleeps on a clock, the earliest deadline first, and of one deadline who came first.
///
/// A binary heap. Who was cancelled stays in it until its turn comes, or until half of it is such.
struct DeadlineQueue<Sleeper: AnyObject> {
  private struct Entry {
    let deadline: Duration
    let order: Int
    let sleeper: Sleeper

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.order) < (right.deadline, right.order)
    }
  }

  private var heap: [Entry] = []
  private var lastOrder = 0
  private var cancelled = 0

  /// How many sleep.
  var count: Int { heap.count - cancelled }

  /// - Complexity: O(log n)
  mutating func insert(_ sleeper: Sleeper, until deadline: Duration) {
    lastOrder += 1
    heap.append(Entry(deadline: deadline, order: lastOrder, sleeper: sleeper))
    var index = heap.count - 1
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Counts a sleeper out that was cancelled.
  /// - Complexity: amortised O(log n)
  mutating func didCancel(where isCancelled: (Sleeper) -> Bool) {
    cancelled += 1
    guard cancelled > 16, cancelled > heap.count / 2 else { return }
    heap.removeAll { isCancelled($0.sleeper) }
    // A sorted array is a heap.
    heap.sort(by: <)
    cancelled = 0
  }

  /// The earliest deadline of someone who still sleeps.
  mutating func earliest(isCancelled: (Sleeper) -> Bool) -> Duration? {
    while let first = heap.first {
      if !isCancelled(first.sleeper) { return first.deadline }
      cancelled -= 1
      _ = removeFirst()
    }
    return nil
  }

  /// Takes everyone out who sleeps until a time or less, in order; those who were cancelled are left
  /// out.
  /// - Complexity: O(k log n)
  mutating func take(until time: Duration, isCancelled: (Sleeper) -> Bool) -> [Sleeper] {
    var taken: [Sleeper] = []
    while let first = heap.first, first.deadline <= time {
      if isCancelled(first.sleeper) { cancelled -= 1 } else { taken.append(first.sleeper) }
      _ = removeFirst()
    }
    return taken
  }

  /// Everyone, in order.
  var inOrder: [(deadline: Duration, sleeper: Sleeper)] {
    heap.sorted(by: <).map { ($0.deadline, $0.sleeper) }
  }

  private mutating func removeFirst() -> Entry {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      if least == index { return first }
      heap.swapAt(index, least)
      index = least
    }
  }
}
