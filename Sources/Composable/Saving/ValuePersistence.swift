/// What saves a shared value as a whole.
final class ValuePersistence<Key: SharedKey>: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock of the value's domain.
  typealias Value = Key.Value
  typealias Step = SaveStep<Key.Medium.Transaction>

  private let key: Key
  private let writer: SaveWriter<Key.Medium>
  private unowned let storage: SharedStorage<Value>
  /// What is saved, or being saved; nil: nothing is.
  private var saved: Value?
  /// Whether the writer knows that there is a change.
  private var isAdded = false
  /// Whether the writer has the value, and has not said what became of it.
  private var isUndecided = false
  /// How often the value was saved, so that what was read before is known as old.
  private var saves: UInt64 = 0
  /// Why what is saved could not be read; while it is so, nothing is written over it.
  private var loadError: (any Error)?
  private var lastError: (any Error)?

  init(key: Key, storage: SharedStorage<Value>, loaded: Result<Value?, any Error>) {
    self.key = key
    self.storage = storage
    writer = SaveWriter.of(key.medium, in: storage.domain)
    switch loaded {
    case .success(let value): saved = value
    case .failure(let error): loadError = error
    }
  }

  /// Called under the lock after each change.
  func valueDidChange() {
    // mutant unreadable-is-not-absent:
    //   `isAdded && writer.isTaking(storage) || loadError != nil`
    //   -> `isAdded && writer.isTaking(storage)` (SharedKeyTests)
    if isAdded && writer.isTaking(storage) || loadError != nil { return }
    isAdded = true
    let storage = storage
    writer.add(storage) { self.takeStep(of: storage) }
  }

  private func takeStep(of storage: SharedStorage<Value>) -> Step? {
    isAdded = false
    let value = storage.value
    let before = saved
    if value == before {
      // What was refused or could not be saved has been changed back.
      lastError = nil
      return nil
    }
    saved = value
    isUndecided = true
    let key = key
    return Step(
      perform: { transaction in
        do {
          try key.save(value, in: transaction)
          return { self.finish(nil, before: value) }
        // mutant refused-value-alone:
        //   `} catch let refusal as SaveRefusal {`
        //   -> `} catch let refusal as SaveRefusal where before == value {` (SharedKeyTests)
        } catch let refusal as SaveRefusal {
          return { self.finish(refusal, before: before) }
        }
      },
      putBack: { error in
        self.finish(error, before: before)
        withExtendedLifetime(storage) { self.valueDidChange() }
      })
  }

  private func finish(_ error: (any Error)?, before: Value?) {
    saves += 1
    isUndecided = false
    lastError = error
    saved = before
  }
}

extension ValuePersistence: ValueSaving {
  var saveError: (any Error)? { loadError ?? lastError }

  func waitUntilSaved() async throws {
    try await writer.waitUntilSaved(storage) { valueDidChange() }
    if let error = storage.domain.withLock({ saveError }) { throw error }
  }

  func read() throws -> SavedValue<Value> {
    // The number comes first: what is saved while it is read counts as later.
    let saves = storage.domain.withLock { self.saves }
    return SavedValue(value: try key.load(), saves: saves)
  }

  func absorb(_ read: SavedValue<Value>) -> Bool {
    let isChanged = loadError == nil && saved != nil && storage.value != saved
    // mutant changed-value-stays:
    //   `!isChanged, !isUndecided, read.saves == saves`
    //   -> `!isUndecided, read.saves == saves` (SharedKeyTests)
    // mutant value-saved-since-stays:
    //   `!isChanged, !isUndecided, read.saves == saves`
    //   -> `!isChanged, !isUndecided` (SharedKeyTests)
    // mutant undecided-value-stays:
    //   `!isChanged, !isUndecided, read.saves == saves`
    //   -> `!isChanged, read.saves == saves` (SharedKeyTests)
    guard !isChanged, !isUndecided, read.saves == saves else { return false }
    loadError = nil
    saved = read.value
    if let value = read.value { storage.value = value }
    return true
  }
}
