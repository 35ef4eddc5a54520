extension IdentifiedCollection {
  /// Takes an element out for a child reducer, so that nothing overlaps while the child runs.
  ///
  /// Its slot and its ID stay; until `giveBack` reading the element gives nil.
  /// - Returns: nil when there is no such element, or one is lent already.
  @inlinable
  mutating func lend(id: ID) -> (element: Element, incarnation: UInt64)? {
    guard lentSlot == nil, let slot = slot(of: id) else { return nil }
    recordChange(in: slot)
    // Moved and not copied: a copy of a large element touches all that it refers to.
    guard let element = slots[slot].element.take() else { return nil }
    lentSlot = slot
    return (element, slots[slot].incarnation)
  }

  /// Puts the element back that was lent, unless it was removed meanwhile.
  @inlinable
  mutating func giveBack(_ element: consuming Element) {
    guard let slot = lentSlot else { return }
    lentSlot = nil
    slots[slot].element = consume element
    settle(slot)
  }
}
