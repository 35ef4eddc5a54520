extension IdentifiedCollection: BidirectionalCollection {
  /// A place in the collection; it holds until an element is removed, inserted or moved.
  public struct Index: Comparable, Sendable {
    @usableFromInline let slot: Int

    @inlinable
    init(slot: Int) { self.slot = slot }

    @inlinable
    public static func < (left: Index, right: Index) -> Bool { left.slot < right.slot }
  }

  @inlinable
  public var startIndex: Index { Index(slot: occupied(from: vacantInFront)) }

  @inlinable
  public var endIndex: Index { Index(slot: slots.count) }

  @inlinable
  public func index(after index: Index) -> Index { Index(slot: occupied(from: index.slot + 1)) }

  @inlinable
  public func index(before index: Index) -> Index {
    var slot = index.slot - 1
    while slot > 0 && slots[slot].element == nil { slot -= 1 }
    return Index(slot: slot)
  }

  @inlinable
  public subscript(position: Index) -> Element {
    guard let element = slots[position.slot].element else {
      preconditionFailure("The index is out of date: its element was removed.")
    }
    return element
  }

  /// The place of the element with an ID; nil when there is none.
  @inlinable
  public func index(id: ID) -> Index? {
    slot(of: id).flatMap { slots[$0].element == nil ? nil : Index(slot: $0) }
  }

  /// The place that is a number of elements away.
  /// - Complexity: O(1) while no slot is vacant, that is before the first removal and after each
  ///   sorting; else O(distance and vacant slots between).
  @inlinable
  public func index(_ index: Index, offsetBy distance: Int) -> Index {
    if count == slots.count { return Index(slot: index.slot + distance) }
    var index = index
    for _ in 0..<Swift.max(0, distance) { formIndex(after: &index) }
    for _ in 0..<Swift.max(0, -distance) { formIndex(before: &index) }
    return index
  }

  /// How many elements one place is away from another.
  /// - Complexity: as for `index(_:offsetBy:)`.
  @inlinable
  public func distance(from start: Index, to end: Index) -> Int {
    if count == slots.count { return end.slot - start.slot }
    if end < start { return -distance(from: end, to: start) }
    return slots[start.slot..<end.slot].count { $0.element != nil }
  }

  @inlinable
  func occupied(from slot: Int) -> Int {
    var slot = slot
    while slot < slots.count && slots[slot].element == nil { slot += 1 }
    return slot
  }
}
