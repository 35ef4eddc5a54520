extension IdentifiedCollection where Element: PersistentElement {
  /// An element that has changed since the last save, as it was and as it is.
  @usableFromInline
  struct Change: Sendable {
    @usableFromInline let id: ID
    /// Nil: the element is new, or it is not known what it was.
    @usableFromInline let old: Element?
    /// False when what was there was replaced unseen.
    @usableFromInline let isOldKnown: Bool
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
      let change = Change(
        id: entry.id, old: entry.old, isOldKnown: entry.isOldKnown, new: self[id: entry.id])
      if change.new == nil { removed.append(change) } else { others.append(change) }
    }
    return removed + others
  }

  /// Puts changes back that could not be saved: newer changes stay, and count from the older state.
  mutating func putBack(_ changes: [Change]) {
    var merged = ChangeJournal<Element>()
    for change in changes {
      merged.add(
        ChangeJournal.Entry(id: change.id, old: change.old, isOldKnown: change.isOldKnown))
    }
    if let journal { for entry in journal.entries { merged.add(entry) } }
    journal = merged
  }

  /// Whether something of an element has to be saved.
  func hasUnsavedChange(id: ID) -> Bool {
    guard let entry = journal?.entry(of: id) else { return false }
    if let lentSlot, slots[lentSlot].id == id { return true }
    let new = self[id: id]
    let permit = new?.permit
    return !entry.isOldKnown || entry.old?.record != new?.record
      || permit != nil && permit != entry.old?.permit
  }

  /// Takes an element in as it was read, so that there is nothing to save.
  /// - Returns: false when the element has unsaved changes; they stay.
  @discardableResult
  mutating func absorb(_ element: Element, renewing: Bool) -> Bool {
    let id = element.id
    // mutant unsaved-changes-stay:
    //   `guard !hasUnsavedChange(id: id) else { return false }` -> `` (SavingTests)
    guard !hasUnsavedChange(id: id) else { return false }
    journal?.forget(id)
    let hash = SlotTable.hash(of: id)
    guard let slot = slot(of: id, hash: hash) else {
      fillNewSlot(with: element, id: id, hash: hash)
      return true
    }
    if renewing {
      // mutant renewed-counts-as-removed:
      //   `removals.append(id, incarnation: slots[slot].incarnation)` -> `` (CollectionModelTests)
      removals.append(id, incarnation: slots[slot].incarnation)
      slots[slot].incarnation = Stamp.next()
    }
    slots[slot].element = element
    return true
  }

  /// Lets an element go that stays where it is saved.
  /// - Returns: false when the element has unsaved changes, or is not there.
  mutating func evict(id: ID) -> Bool {
    let hash = SlotTable.hash(of: id)
    guard let slot = slot(of: id, hash: hash), !hasUnsavedChange(id: id) else { return false }
    journal?.forget(id)
    vacate(slot, hash: hash)
    dropVacantSlots()
    return true
  }

  /// Changes an element, and what it counts as having been, so that there is nothing more to save.
  mutating func correct(id: ID, _ body: (inout Element) -> Void) {
    guard let slot = slot(of: id), var element = slots[slot].element else { return }
    body(&element)
    slots[slot].element = element
    journal?.correct(id, body)
  }

  /// Journals what this collection, which came from elsewhere, differs in from the one that it
  /// replaces.
  /// - Parameter isSame: whether two elements are saved as the same.
  /// - Complexity: O(n).
  mutating func continueJournal(
    of previous: Self, isSame: (Element, Element) -> Bool
  ) {
    var merged = previous.journal ?? ChangeJournal()
    for old in previous where !contains(id: old.id) { merged.record(old.id, was: old) }
    for new in self {
      let old = previous[id: new.id]
      if let old, isSame(old, new) { continue }
      merged.record(new.id, was: old)
    }
    journal = merged
  }

  /// Journals everything of this collection, which took the place of one that is gone.
  /// - Parameter saved: the elements that are saved of that one, as whatever they are.
  /// - Complexity: O(n).
  mutating func beginJournal(overSaved saved: Set<ID>) {
    var journal = ChangeJournal<Element>()
    for id in saved where !contains(id: id) {
      journal.add(ChangeJournal.Entry(id: id, old: nil, isOldKnown: false))
    }
    for element in self {
      journal.add(
        ChangeJournal.Entry(
          id: element.id, old: nil, isOldKnown: !saved.contains(element.id)))
    }
    self.journal = journal
  }
}
