/// The effects that one sent action has led to, also through the actions that they sent.
///
/// Guarded by the lock of the store's domain.
@usableFromInline
final class EffectGroup: @unchecked Sendable {
  // Sendable: the variables are read and written only under the domain's lock.
  let domain: SharedDomain
  private var nodes: [ObjectIdentifier: EffectNode] = [:]
  /// Actions of the group that wait for their turn.
  private var queued = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(domain: SharedDomain) { self.domain = domain }

  private var isIdle: Bool { nodes.isEmpty && queued == 0 }

  func add(_ node: EffectNode) { nodes[ObjectIdentifier(node)] = node }

  func remove(_ node: EffectNode) {
    nodes[ObjectIdentifier(node)] = nil
    resumeIfIdle()
  }

  func actionWasQueued() { queued += 1 }

  func actionWasReduced() {
    queued -= 1
    resumeIfIdle()
  }

  private func resumeIfIdle() {
    guard isIdle else { return }
    for continuation in waiting { domain.deferred.append { continuation.resume() } }
    waiting = []
  }

  /// Whether a task of one of the effects runs; what they have sent may still have to be received.
  var isWorking: Bool { nodes.values.contains { $0.isWorking } }

  func cancel() { domain.withLock { for node in Array(nodes.values) { node.cancel() } } }

  func finish() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = domain.withLock {
          if !isIdle { waiting.append(continuation) }
          return isIdle
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }
}
