extension IdentifiedCollection: BidirectionalCollection {
  /// A place in the collection; it holds until the next removal.
  public struct Index: Comparable, Sendable {
    @usableFromInline let slot: Int

    @inlinable
    init(slot: Int) { self.slot = slot }

    @inlinable
    public static func < (left: Index, right: Index) -> Bool { left.slot < right.slot }
  }

  @inlinable
  public var startIndex: Index { Index(slot: occupied(from: 0)) }

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

  @inlinable
  func occupied(from slot: Int) -> Int {
    var slot = slot
    while slot < slots.count && slots[slot].element == nil { slot += 1 }
    return slot
  }
}
