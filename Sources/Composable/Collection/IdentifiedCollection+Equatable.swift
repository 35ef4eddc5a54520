extension IdentifiedCollection: Equatable where Element: Equatable {
  /// Whether both hold equal elements in the same order.
  /// - Complexity: O(n); O(1) when one is a copy of the other and nothing has changed since.
  public static func == (left: Self, right: Self) -> Bool {
    left.isCopy(of: right) || left.count == right.count && left.elementsEqual(right)
  }

  private func isCopy(of other: Self) -> Bool {
    slots.withUnsafeBufferPointer { mine in
      other.slots.withUnsafeBufferPointer { theirs in
        mine.baseAddress == theirs.baseAddress && mine.count == theirs.count
      }
    }
  }
}

extension IdentifiedCollection: Hashable where Element: Hashable {
  /// - Complexity: O(n).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}
