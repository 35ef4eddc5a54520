extension IdentifiedCollection {
  /// Sorts the elements; each stays the same incarnation, and there is nothing to save.
  /// - Parameter areInOrder: whether the first must come before the second; when it throws, nothing
  ///   is moved.
  /// - Complexity: O(n log n).
  @inlinable
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    var order = slots.enumerated().compactMap { slot, held in held.element.map { (slot, $0) } }
    try order.sort { try areInOrder($0.1, $1.1) }
    arrangeOccupied(order.map(\.0))
  }

  /// Sorts the elements by something of each, smallest first, such as `\.title`.
  ///
  /// Each stays the same incarnation, and there is nothing to save.
  /// - Parameter key: makes what is compared, once for each element; when it throws, nothing is
  ///   moved.
  /// - Complexity: O(n log n).
  @inlinable
  public mutating func sort(on key: (Element) throws -> some Comparable) rethrows {
    var order = try slots.enumerated().compactMap { slot, held in
      try held.element.map { (slot, try key($0)) }
    }
    order.sort { $0.1 < $1.1 }
    arrangeOccupied(order.map(\.0))
  }

  /// Puts the elements into the opposite order; each stays the same incarnation.
  /// - Complexity: O(n).
  @inlinable
  public mutating func reverse() { arrangeOccupied(occupiedSlots.reversed()) }

  /// Puts the elements into a random order; each stays the same incarnation.
  /// - Complexity: O(n).
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Puts the elements into an order that a generator of random numbers gives.
  /// - Complexity: O(n).
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    arrangeOccupied(occupiedSlots.shuffled(using: &generator))
  }
}

extension IdentifiedCollection where Element: Comparable {
  /// Sorts the elements; each stays the same incarnation, and there is nothing to save.
  /// - Complexity: O(n log n).
  @inlinable
  public mutating func sort() { sort(by: <) }
}
