/// The one writer of a shared collection.
///
/// It pulls: a change wakes it, it takes all that has changed under the domain's lock, lets go, and
/// saves that as one transaction. What gathers meanwhile is the next one. So nothing queues without
/// bound, and changes to one element fold together.
final class CollectionPersistence<Element: PersistentElement>: @unchecked Sendable {
  // Sendable: the variables are read and written only under `storage.domain`'s lock.
  typealias Collection = IdentifiedCollection<Element>

  private let key: any SharedCollectionKey<Element>
  private unowned let storage: SharedStorage<Collection>
  private var isRunning = false
  private var lineage: UInt64
  private var marks: [WeakMark] = []
  private var waiting: [Waiter] = []
  /// The number of the transaction that is being written, or was written last.
  private var pass = 0
  private(set) var saveError: (any Error)?
  /// The elements of the transaction that is being written.
  private(set) var undecided: Set<Element.ID> = []

  private struct WeakMark {
    weak var mark: SaveMark<Element>?
  }

  private struct Waiter {
    /// The transaction that holds the last of what the waiter waits for.
    let pass: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  init(key: any SharedCollectionKey<Element>, storage: SharedStorage<Collection>) {
    self.key = key
    self.storage = storage
    let journal = ChangeJournal<Element>()
    lineage = journal.lineage
    storage.value.journal = journal
  }

  /// Called under the lock after each change.
  func collectionDidChange() {
    if storage.value.journal?.lineage != lineage { adoptForeignCollection() }
    guard let journal = storage.value.journal, !journal.isEmpty, !isRunning else { return }
    isRunning = true
    // The task keeps the value alive until its changes are saved.
    let storage = storage
    storage.domain.deferred.append { Task { await self.run(storage) } }
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

  /// A collection was put in place through an inout reference, and what it replaced is gone; so
  /// each of its elements counts as new, and storage decides. Saving never stops in silence.
  private func adoptForeignCollection() {
    IssueReporting.report(
      """
      A saved collection was replaced as a whole through an inout reference.

        Collection: \(Collection.self)

      Likely causes: withLock { $0 = other }, or another function that assigns to an inout parameter.

      Assign to the property (books = other): then only what differs is saved. Now every element \
      is saved as if it were new.
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    storage.value.continueJournal(of: Collection()) { _, _ in false }
    lineage = storage.value.journal?.lineage ?? lineage
  }

  func mark() -> SaveMark<Element> {
    let mark = SaveMark<Element>()
    marks.removeAll { $0.mark == nil }
    marks.append(WeakMark(mark: mark))
    return mark
  }

  /// Waits until all that has changed so far is decided.
  func waitUntilSaved() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isIdle = storage.domain.withLock {
        collectionDidChange()
        guard isRunning else { return true }
        let hasMore = storage.value.journal?.isEmpty == false
        waiting.append(Waiter(pass: hasMore ? pass + 1 : pass, continuation: continuation))
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  private func run(_ storage: SharedStorage<Collection>) async {
    defer { withExtendedLifetime(storage) {} }
    while let changes = takeChanges() {
      let records = changes.map(\.record)
      do {
        let verdicts = try await key.save(records)
        guard verdicts.count == records.count else {
          throw WrongVerdictCount(expected: records.count, given: verdicts.count)
        }
        finish(records, verdicts)
      } catch {
        fail(changes.map(\.change), error)
        return
      }
    }
  }

  /// The changes of the next transaction; nil, and the writer rests, when there are none.
  private func takeChanges() -> [(change: Collection.Change, record: RecordChange<Element>)]? {
    storage.domain.withLock {
      let taken = storage.value.takeChanges().compactMap { change in
        Self.record(of: change).map { (change: change, record: $0) }
      }
      lineage = storage.value.journal?.lineage ?? lineage
      if taken.isEmpty {
        isRunning = false
        resumeWaiters(through: .max, with: .success(()))
        return nil
      }
      pass += 1
      undecided = Set(taken.map(\.change.id))
      return taken
    }
  }

  /// What of a change has to be saved; nil when the record is as it was.
  private static func record(of change: Collection.Change) -> RecordChange<Element>? {
    let old = change.old?.record
    let new = change.new?.record
    // A permit is used once: one that was there before has gone with an earlier change.
    let permit = change.new?.permit == change.old?.permit ? nil : change.new?.permit
    if old == new && permit == nil { return nil }
    return RecordChange(id: change.id, old: old, new: new, permit: permit)
  }

  private func finish(_ changes: [RecordChange<Element>], _ verdicts: [Element.Verdict]) {
    let decisions = zip(changes, verdicts).map {
      SaveOutcome<Element>.Decision(change: $0, verdict: $1)
    }
    storage.domain.withLock {
      saveError = nil
      undecided = []
      for entry in marks { entry.mark?.outcome.append(decisions) }
      resumeWaiters(through: pass, with: .success(()))
    }
  }

  /// Puts everything back, so that the next change or wait tries again.
  private func fail(_ changes: [Collection.Change], _ error: any Error) {
    storage.domain.withLock {
      storage.value.putBack(changes)
      lineage = storage.value.journal?.lineage ?? lineage
      saveError = error
      undecided = []
      isRunning = false
      resumeWaiters(through: .max, with: .failure(error))
    }
  }

  /// Called under the lock; the waiters go on once it is released.
  private func resumeWaiters(through pass: Int, with result: Result<Void, any Error>) {
    for waiter in waiting where waiter.pass <= pass {
      storage.domain.deferred.append { waiter.continuation.resume(with: result) }
    }
    waiting.removeAll { $0.pass <= pass }
  }
}

/// A key did not say of each change what became of it, so nothing of it counts as saved.
struct WrongVerdictCount: Error, CustomStringConvertible {
  let expected: Int
  let given: Int

  var description: String { "\(given) verdicts came for \(expected) changes" }
}
