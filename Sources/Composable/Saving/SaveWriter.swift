/// The one writer of a medium in a domain.
///
/// It pulls: a change wakes it, it takes all that has changed under the domain's lock, lets go, and
/// saves that as one transaction. What gathers meanwhile is the next one. So nothing queues without
/// bound, and changes to one value fold together.
final class SaveWriter<Medium: SaveMedium>: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock of the domain.
  typealias Step = SaveStep<Medium.Transaction>

  private let domain: SharedDomain
  private let medium: Medium
  /// What takes the changes of the values that have some; it keeps those values.
  private var changed: [ObjectIdentifier: () -> Step?] = [:]
  private var order: [ObjectIdentifier] = []
  private(set) var isRunning = false
  /// Values whose last save has failed and that were not changed since. What is changed later is not
  /// held up by them: a transaction that fails with them is tried again without them.
  private var failed: Set<ObjectIdentifier> = []
  /// Those of them that are not tried again before the writer rests.
  private var resting: Set<ObjectIdentifier> = []
  /// Why a value is added, other than that it was changed.
  private var isPuttingBack = false
  private var isWaitedFor = false
  private var waiting: [Waiter] = []
  /// The number of the transaction that is being written, or was written last.
  private var pass = 0

  private struct Waiter {
    /// Whose changes are waited for.
    let value: ObjectIdentifier
    /// The transaction that holds the last of what the waiter waits for.
    var pass: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  init(domain: SharedDomain, medium: Medium) {
    self.domain = domain
    self.medium = medium
  }

  /// The writer of a medium, under the lock of the domain.
  static func of(_ medium: Medium, in domain: SharedDomain) -> SaveWriter {
    let known = domain.writers[medium.id]?.object
    // mutant one-transaction-a-medium:
    //   `if let known = known as? SaveWriter { return known }` -> `_ = known` (SharedKeyTests)
    if let known = known as? SaveWriter { return known }
    let writer = SaveWriter(domain: domain, medium: medium)
    domain.writers[medium.id] = WeakReference(object: writer)
    return writer
  }

  /// Whether the changes of a value that was added are taken without being added again; called under
  /// the lock.
  func isTaking(_ value: AnyObject) -> Bool {
    isRunning && (resting.isEmpty || !resting.contains(ObjectIdentifier(value)))
  }

  /// A value has changes to be saved; called under the lock.
  /// - Parameters:
  ///   - value: whose they are.
  ///   - take: takes them when their turn comes, under the lock; it keeps the value.
  func add(_ value: AnyObject, _ take: @escaping () -> Step?) {
    let key = ObjectIdentifier(value)
    if changed[key] == nil {
      changed[key] = take
      order.append(key)
    }
    if !isPuttingBack {
      resting.remove(key)
      if !isWaitedFor { failed.remove(key) }
    }
    if isRunning { return }
    isRunning = true
    domain.deferred.append { Task { await self.run() } }
  }

  /// Waits until what a value has changed so far is decided.
  /// - Parameter addChanges: called under the lock; adds the value's changes when it has some.
  func waitUntilSaved(_ value: AnyObject, _ addChanges: () -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isIdle = domain.withLock {
        isWaitedFor = true
        addChanges()
        isWaitedFor = false
        guard isRunning else { return true }
        let key = ObjectIdentifier(value)
        let isNext = changed[key] != nil
        waiting.append(
          Waiter(value: key, pass: isNext ? pass + 1 : pass, continuation: continuation))
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  private func run() async {
    while let (values, steps) = takeSteps() {
      do {
        let finish = try await medium.transaction { transaction in
          try steps.map { try $0.perform(transaction) }
        }
        domain.withLock {
          for body in finish { body() }
          failed.subtract(values)
          resume { $0.pass <= pass ? .success(()) : nil }
        }
      } catch {
        domain.withLock { putBack(values, steps, error) }
      }
    }
  }

  /// Nothing of a transaction was saved. What is put back waits for the next change or wait, unless
  /// it was changed meanwhile, or may have failed only since others did before.
  private func putBack(_ values: Set<ObjectIdentifier>, _ steps: [Step], _ error: any Error) {
    let changedMeanwhile = values.intersection(order)
    isPuttingBack = true
    for step in steps { step.putBack(error) }
    isPuttingBack = false
    let before = values.intersection(failed)
    // mutant neighbour-that-fails: `before.isEmpty || before == values ? values : before` -> `values` (SaveNeighbourTests)
    let tried = before.isEmpty || before == values ? values : before
    failed.formUnion(tried)
    failed.subtract(changedMeanwhile)
    resting.formUnion(tried)
    resting.subtract(changedMeanwhile)
    resume { waiter in
      if waiter.pass > pass { return nil }
      if changed[waiter.value] == nil { return .success(()) }
      if resting.contains(waiter.value) { return .failure(error) }
      waiter.pass = pass + 1
      return nil
    }
  }

  /// The steps of the next transaction, and of which values; nil, and the writer rests, when there is
  /// nothing to save but what has just failed.
  private func takeSteps() -> (values: Set<ObjectIdentifier>, steps: [Step])? {
    domain.withLock {
      var values: Set<ObjectIdentifier> = []
      var steps: [Step] = []
      let keys = order
      order = keys.filter(resting.contains)
      for key in keys where !resting.contains(key) {
        guard let step = changed.removeValue(forKey: key)?() else {
          failed.remove(key)
          continue
        }
        values.insert(key)
        steps.append(step)
      }
      if steps.isEmpty {
        isRunning = false
        resting = []
        resume { _ in .success(()) }
        return nil
      }
      pass += 1
      return (values, steps)
    }
  }

  /// Resumes waiters, under the lock; they go on once it is released.
  /// - Parameter result: what a waiter is told; nil: it waits on.
  private func resume(_ result: (inout Waiter) -> Result<Void, any Error>?) {
    var rest: [Waiter] = []
    for var waiter in waiting {
      if let result = result(&waiter) {
        domain.deferred.append { [waiter] in waiter.continuation.resume(with: result) }
      } else {
        rest.append(waiter)
      }
    }
    waiting = rest
  }
}
