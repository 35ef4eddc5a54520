extension IdentifiedCollection: Equatable where Element: Equatable {
  /// Whether both hold equal elements in the same order.
  /// - Complexity: O(n).
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
}
