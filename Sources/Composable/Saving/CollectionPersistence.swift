/// What saves a shared collection: it takes the journal, and tells what became of it.
final class CollectionPersistence<Key: SharedCollectionKey>: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock of the value's domain.
  typealias Element = Key.Element
  typealias Collection = IdentifiedCollection<Element>
  typealias Step = SaveStep<Key.Medium.Transaction>

  private let key: Key
  private let writer: SaveWriter<Key.Medium>
  private unowned let storage: SharedStorage<Collection>
  private var lineage: UInt64
  private var marks: [WeakMark] = []
  /// The marks that are for one element only.
  private var marksOfElements: [Element.ID: [WeakMark]] = [:]
  /// Whether the writer knows that there are changes.
  private var isAdded = false
  /// The elements of the transaction that is being written.
  private var undecided: Set<Element.ID> = []
  /// The elements of the window that are saved, so that a collection put in its place through an
  /// inout reference can be told from it.
  private var saved: Set<Element.ID> = []
  private(set) var saveError: (any Error)?

  private struct WeakMark {
    weak var mark: SaveMark<Element>?
  }

  init(key: Key, storage: SharedStorage<Collection>) {
    self.key = key
    self.storage = storage
    writer = SaveWriter.of(key.medium, in: storage.domain)
    let journal = ChangeJournal<Element>()
    lineage = journal.lineage
    storage.value.journal = journal
  }

  /// Called under the lock after each change.
  func valueDidChange() {
    if storage.value.journal?.lineage != lineage { adoptForeignCollection() }
    guard storage.value.journal?.isEmpty == false else { return }
    if isAdded && writer.isTaking(storage) { return }
    isAdded = true
    let storage = storage
    writer.add(storage) { self.takeStep(of: storage) }
  }

  /// Puts another collection in the place of this one, and journals what differs.
  /// - Complexity: O(n), unless the other was made from this one since the last save.
  func assign(_ other: Collection) {
    var other = other
    if other.journal?.lineage != lineage {
      other.continueJournal(of: storage.value) { $0.record == $1.record }
    }
    storage.value = other
    lineage = other.journal?.lineage ?? lineage
  }

  /// A collection was put in place through an inout reference, and what it replaced is gone. So each
  /// of its elements is saved, over whatever is there, and those that are not in it are removed.
  private func adoptForeignCollection() {
    // What is being written is there in a moment.
    // mutant replaced-while-undecided: `saved.union(undecided)` -> `saved` (SaveRecoveryTests)
    // mutant replaced-window-is-saved:
    //   `storage.value.beginJournal(overSaved: saved.union(undecided))`
    //   -> `storage.value.beginJournal(overSaved: [])` (SavingTests|WindowAssignmentTests)
    storage.value.beginJournal(overSaved: saved.union(undecided))
    lineage = storage.value.journal?.lineage ?? lineage
  }

  // MARK: Transactions

  /// What the next transaction has to save of the collection; called under the lock.
  private func takeStep(of storage: SharedStorage<Collection>) -> Step? {
    isAdded = false
    let taken = storage.value.takeChanges().compactMap { change in
      Self.record(of: change).map { (change: change, record: $0) }
    }
    lineage = storage.value.journal?.lineage ?? lineage
    if taken.isEmpty {
      // What could not be saved has been changed back.
      saveError = nil
      return nil
    }
    let records = taken.map(\.record)
    undecided = Set(records.map(\.id))
    let key = key
    return Step(
      perform: { transaction in
        let verdicts = try key.save(records, in: transaction)
        guard verdicts.count == records.count else {
          throw WrongVerdictCount(expected: records.count, given: verdicts.count)
        }
        return { self.finish(records, verdicts, in: storage) }
      },
      putBack: { error in
        // mutant failed-save-is-put-back:
        //   `storage.value.putBack(taken.map(\.change))` -> `_ = taken` (SavingTests)
        storage.value.putBack(taken.map(\.change))
        self.lineage = storage.value.journal?.lineage ?? self.lineage
        self.saveError = error
        self.undecided = []
        self.valueDidChange()
      })
  }

  /// What of a change has to be saved; nil when the record is as it was.
  private static func record(of change: Collection.Change) -> RecordChange<Element>? {
    let old = change.old?.record
    let new = change.new?.record
    // A permit is used once: one that was there before has gone with an earlier change.
    // mutant permit-is-used-once:
    //   `change.new?.permit == change.old?.permit ? nil : change.new?.permit`
    //   -> `change.new?.permit` (SavingTests)
    let permit = change.new?.permit == change.old?.permit ? nil : change.new?.permit
    // Comparing two records costs most, so it comes last.
    if permit == nil && change.isOldKnown && old == new { return nil }
    return RecordChange(
      id: change.id, old: old, isOldKnown: change.isOldKnown, new: new, permit: permit)
  }

  private func finish(
    _ changes: [RecordChange<Element>], _ verdicts: [Element.Verdict],
    in storage: SharedStorage<Collection>
  ) {
    let decisions = zip(changes, verdicts).map {
      SaveOutcome<Element>.Decision(change: $0, verdict: $1)
    }
    saveError = nil
    undecided = []
    for change in changes {
      if change.new == nil { saved.remove(change.id) } else { saved.insert(change.id) }
    }
    for entry in marks { entry.mark?.outcome.append(decisions) }
    if marksOfElements.isEmpty { return }
    for decision in decisions {
      let living = marksOfElements[decision.change.id]?.filter { $0.mark != nil } ?? []
      // mutant mark-of-one-element:
      //   `for entry in living { entry.mark?.outcome.append([decision]) }`
      //   -> `for entry in living { entry.mark?.outcome.append(decisions) }` (SavingTests)
      for entry in living { entry.mark?.outcome.append([decision]) }
      marksOfElements[decision.change.id] = living.isEmpty ? nil : living
    }
  }
}

extension CollectionPersistence: CollectionSaving {
  func mark(of id: Element.ID?) -> SaveMark<Element> {
    let mark = SaveMark<Element>()
    if let id {
      let living = marksOfElements[id]?.filter { $0.mark != nil } ?? []
      marksOfElements[id] = living + [WeakMark(mark: mark)]
    } else {
      marks.removeAll { $0.mark == nil }
      marks.append(WeakMark(mark: mark))
    }
    return mark
  }

  func waitUntilSaved() async throws {
    try await writer.waitUntilSaved(storage) { valueDidChange() }
  }

  func absorb(_ element: Element, renewing: Bool) -> Bool {
    guard !undecided.contains(element.id),
      storage.value.absorb(element, renewing: renewing)
    else { return false }
    saved.insert(element.id)
    return true
  }

  func evict(id: Element.ID) -> Bool {
    guard !undecided.contains(id), storage.value.evict(id: id) else { return false }
    saved.remove(id)
    if marksOfElements[id]?.allSatisfy({ $0.mark == nil }) == true { marksOfElements[id] = nil }
    return true
  }
}

/// A key did not say of each change what became of it, so nothing of it counts as saved.
struct WrongVerdictCount: Error, CustomStringConvertible {
  let expected: Int
  let given: Int

  var description: String { "\(given) verdicts came for \(expected) changes" }
}
