extension IdentifiedCollection {
  /// Takes an element out for a child reducer, so that nothing overlaps while the child runs.
  ///
  /// Its slot and its ID stay; until `giveBack` reading the element gives nil.
  /// - Returns: nil when there is no such element, or it is lent already.
  @inlinable
  mutating func lend(id: ID) -> Element? {
    guard let slot = slotOfID[id], let element = slots[slot].element else { return nil }
    recordChange(of: id, in: slot)
    slots[slot].element = nil
    lentSlot = slot
    lentID = id
    return element
  }

  /// Puts an element back that was lent, unless it was removed meanwhile.
  @inlinable
  mutating func giveBack(_ element: Element, id: ID) {
    lentSlot = nil
    lentID = nil
    guard let slot = slotOfID[id] else { return }
    slots[slot].element = element
    settle(slot, id: id)
  }
}
