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
  private var waiting: [Waiter] = []
  /// The number of the transaction that is being written, or was written last.
  private var pass = 0

  private struct Waiter {
    /// The transaction that holds the last of what the waiter waits for.
    let pass: Int
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
    if isRunning { return }
    isRunning = true
    domain.deferred.append { Task { await self.run() } }
  }

  /// Waits until what a value has changed so far is decided.
  /// - Parameter addChanges: called under the lock; adds the value's changes when it has some.
  func waitUntilSaved(_ value: AnyObject, _ addChanges: () -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isIdle = domain.withLock {
        addChanges()
        guard isRunning else { return true }
        let isNext = changed[ObjectIdentifier(value)] != nil
        waiting.append(Waiter(pass: isNext ? pass + 1 : pass, continuation: continuation))
        return false
      }
      if isIdle { continuation.resume() }
    }
  }

  private func run() async {
    while let steps = takeSteps() {
      do {
        let finish = try await medium.transaction { transaction in
          try steps.map { try $0.perform(transaction) }
        }
        domain.withLock {
          for body in finish { body() }
          resumeWaiters(through: pass, with: .success(()))
        }
      } catch {
        domain.withLock {
          // What is put back waits here for the next change or wait.
          for step in steps { step.putBack(error) }
          isRunning = false
          resumeWaiters(through: .max, with: .failure(error))
        }
        return
      }
    }
  }

  /// The steps of the next transaction; nil, and the writer rests, when there is nothing to save.
  private func takeSteps() -> [Step]? {
    domain.withLock {
      let taken = order.compactMap { changed[$0] }
      changed = [:]
      order = []
      let steps = taken.compactMap { $0() }
      if steps.isEmpty {
        isRunning = false
        resumeWaiters(through: .max, with: .success(()))
        return nil
      }
      pass += 1
      return steps
    }
  }

  /// Called under the lock; the waiters go on once it is released.
  private func resumeWaiters(through pass: Int, with result: Result<Void, any Error>) {
    for waiter in waiting where waiter.pass <= pass {
      domain.deferred.append { waiter.continuation.resume(with: result) }
    }
    waiting.removeAll { $0.pass <= pass }
  }
}
