/// Which members of two lists belong together, in the order of both.
struct Alignment {
  enum Step {
    case both(Int, Int)
    case old(Int)
    case new(Int)
  }

  private(set) var steps: [Step] = []

  /// Aligns two lists.
  /// - Parameters:
  ///   - oldCount: how many members the old list has.
  ///   - newCount: how many members the new list has.
  ///   - mostCompared: how many members, between what both begin and end with, are compared each
  ///     with each; when there are more, they count as different.
  ///   - areEqual: whether the old list's member at one position is the new list's at another.
  init(_ oldCount: Int, _ newCount: Int, mostCompared: Int, by areEqual: (Int, Int) -> Bool) {
    let shorter = min(oldCount, newCount)
    var start = 0
    while start < shorter, areEqual(start, start) { start += 1 }
    var end = 0
    while end < shorter - start, areEqual(oldCount - 1 - end, newCount - 1 - end) { end += 1 }
    let old = Array(start..<oldCount - end)
    let new = Array(start..<newCount - end)
    for position in 0..<start { steps.append(.both(position, position)) }
    if max(old.count, new.count) <= mostCompared {
      align(old, new, by: areEqual)
    } else {
      steps += old.map { .old($0) }
      steps += new.map { .new($0) }
    }
    for offset in stride(from: end, to: 0, by: -1) {
      steps.append(.both(oldCount - offset, newCount - offset))
    }
  }

  private mutating func align(_ old: [Int], _ new: [Int], by areEqual: (Int, Int) -> Bool) {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    // Old positions are told from new ones by their sign: either may be asked for first.
    let changes = new.difference(from: old.map { ~$0 }) { left, right in
      left < 0 ? areEqual(~left, right) : areEqual(~right, left)
    }
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var position = (old: 0, new: 0)
    while position.old < old.count || position.new < new.count {
      if position.old < old.count, removed.contains(position.old) {
        steps.append(.old(old[position.old]))
        position.old += 1
      } else if position.new < new.count, inserted.contains(position.new) {
        steps.append(.new(new[position.new]))
        position.new += 1
      } else {
        steps.append(.both(old[position.old], new[position.new]))
        position.old += 1
        position.new += 1
      }
    }
  }
}
