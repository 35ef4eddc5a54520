extension IdentifiedCollection {
  /// An element that has changed since the last save, as it was and as it is.
  @usableFromInline
  struct Change: Sendable {
    @usableFromInline let id: ID
    /// Nil: the element is new.
    @usableFromInline let old: Element?
    /// Nil: the element was removed.
    @usableFromInline let new: Element?
  }

  /// Takes what has changed since the last time, removals first, then in the order of the first
  /// change; what changes from now on is new.
  /// - Complexity: O(changed elements).
  mutating func takeChanges() -> [Change] {
    guard let taken = journal, !taken.isEmpty else { return [] }
    journal = ChangeJournal()
    var removed: [Change] = []
    var others: [Change] = []
    for entry in taken.entries {
      let change = Change(id: entry.id, old: entry.old, new: self[id: entry.id])
      if change.new == nil { removed.append(change) } else { others.append(change) }
    }
    return removed + others
  }

  /// Puts changes back that could not be saved: newer changes stay, and count from the older state.
  mutating func putBack(_ changes: [Change]) {
    var merged = ChangeJournal<Element>()
    for change in changes { merged.record(change.id, was: change.old) }
    for entry in journal?.entries ?? [] { merged.record(entry.id, was: entry.old) }
    journal = merged
  }

  /// Whether an element has changed since the last save.
  func hasUnsavedChange(id: ID) -> Bool { journal?.positions[id] != nil }

  /// Takes an element in as it was read, so that there is nothing to save.
  /// - Returns: false when the element has unsaved changes; they stay.
  @discardableResult
  mutating func absorb(_ element: Element, renewing: Bool) -> Bool {
    let id = element.id
    guard !hasUnsavedChange(id: id) else { return false }
    guard let slot = slotOfID[id] else {
      insertWithoutJournal(element, id: id)
      return true
    }
    if renewing {
      vacate(slot, id: id)
      insertWithoutJournal(element, id: id)
    } else {
      slots[slot].element = element
    }
    return true
  }

  /// Lets an element go that stays where it is saved.
  /// - Returns: false when the element has unsaved changes, or is not there.
  mutating func evict(id: ID) -> Bool {
    guard let slot = slotOfID[id], !hasUnsavedChange(id: id) else { return false }
    vacate(slot, id: id)
    return true
  }

  /// Journals what this collection, which came from elsewhere, differs in from the one that it
  /// replaces.
  /// - Parameter isSame: whether two elements are saved as the same.
  /// - Complexity: O(n).
  mutating func continueJournal(
    of previous: Self, isSame: (Element, Element) -> Bool
  ) {
    var merged = previous.journal ?? ChangeJournal()
    for old in previous where slotOfID[old.id] == nil { merged.record(old.id, was: old) }
    for new in self {
      let old = previous[id: new.id]
      if let old, isSame(old, new) { continue }
      merged.record(new.id, was: old)
    }
    journal = merged
  }
}
