/// Finds the most members of a list that are in rising order: the rest have been moved.
enum LongestRise {
  /// - Complexity: O(n log n).
  static func positions(of numbers: [Int]) -> Set<Int> {
    // The position, in `numbers`, of the smallest end of a rise of each length.
    var ends: [Int] = []
    var before: [Int?] = []
    for (position, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var rise: Set<Int> = []
    var position = ends.last
    while let current = position {
      rise.insert(numbers[current])
      position = before[current]
    }
    return rise
  }
}
