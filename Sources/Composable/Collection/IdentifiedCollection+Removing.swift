extension IdentifiedCollection {
  /// Removes the elements with these IDs; an ID without an element is left out.
  /// - Returns: the elements, in the order of their IDs.
  /// - Complexity: O(IDs), amortised.
  @inlinable
  @discardableResult
  public mutating func remove(ids: some Sequence<ID>) -> [Element] {
    ids.compactMap { remove(id: $0) }
  }

  /// Removes the elements for which `isGone` holds, in one pass.
  /// - Parameter isGone: is asked for each element in order; when it throws, nothing is removed.
  /// - Complexity: O(n).
  @inlinable
  public mutating func removeAll(where isGone: (Element) throws -> Bool) rethrows {
    let gone = try slots.indices.filter { slot in
      guard let element = slots[slot].element else { return false }
      return try isGone(element)
    }
    for slot in gone { free(slot) }
    dropVacantSlots()
  }

  /// Removes every element.
  /// - Complexity: O(n).
  @inlinable
  public mutating func removeAll() {
    for slot in slots.indices where !isVacant(slot) { free(slot) }
    dropVacantSlots()
    slots = []
    table = SlotTable()
  }

  @inlinable
  mutating func free(_ slot: Int) {
    // mutant bulk-removal-is-journaled: `recordChange(in: slot)` -> `` (CollectionModelTests)
    recordChange(in: slot)
    vacate(slot, hash: SlotTable.hash(of: slots[slot].id))
  }

  /// The collection without the elements for which `isIncluded` does not hold.
  ///
  /// What stays is the same incarnation, and what goes counts as removed: assigned in the place of
  /// this one, it ends the effects of just those elements that are gone. To remove without making a
  /// second collection, use `removeAll(where:)`.
  /// - Complexity: O(n).
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }
}
