import Composable

/// Collects changes of shared values that no action of a test has made; guarded by the domain's
/// lock.
final class UnassertedChanges: @unchecked Sendable {
  // Sendable: `changes` is read and written only under the domain's lock.
  private let domain: SharedDomain
  private var changes: [String] = []

  init(domain: SharedDomain) {
    self.domain = domain
    domain.withLock {
      domain.reportUnasserted = { [unowned self] in changes.append("\(type(of: $0))") }
    }
  }

  func disconnect() { domain.withLock { domain.reportUnasserted = nil } }

  func take() -> [String] {
    domain.withLock {
      defer { changes = [] }
      return changes
    }
  }
}
