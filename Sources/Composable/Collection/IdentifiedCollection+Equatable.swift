extension IdentifiedCollection: Equatable where Element: Equatable {
  /// Whether both hold equal elements in the same order.
  /// - Complexity: O(n); O(1) when one is a copy of the other and nothing has changed since.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.isCopy(of: right) || left.count == right.count && left.elementsEqual(right)
  }

  @inlinable
  func isCopy(of other: Self) -> Bool {
    slots.withUnsafeBufferPointer { mine in
      other.slots.withUnsafeBufferPointer { theirs in
        mine.baseAddress == theirs.baseAddress
      }
    }
  }
}

extension IdentifiedCollection: Hashable where Element: Hashable {
  /// - Complexity: O(n).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}
