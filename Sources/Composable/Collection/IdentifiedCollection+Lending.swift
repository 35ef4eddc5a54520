extension IdentifiedCollection {
  /// Takes an element out for a child reducer, so that nothing overlaps while the child runs.
  ///
  /// Its slot and its ID stay; until `giveBack` reading the element gives nil.
  /// - Returns: nil when there is no such element, or one is lent already.
  @inlinable
  mutating func lend(id: ID) -> (element: Element, incarnation: UInt64)? {
    guard lentSlot == nil, let slot = slotOfID[id], let element = slots[slot].element else {
      return nil
    }
    recordChange(of: id, in: slot)
    slots[slot].element = nil
    lentSlot = slot
    lentID = id
    return (element, slots[slot].incarnation)
  }

  /// Puts the element back that was lent, unless it was removed meanwhile.
  @inlinable
  mutating func giveBack(_ element: Element, id: ID) {
    guard let slot = lentSlot else { return }
    lentSlot = nil
    lentID = nil
    slots[slot].element = element
    if element.id != id { settle(slot, id: id) }
  }
}
