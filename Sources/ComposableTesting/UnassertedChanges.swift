import Composable

/// Collects changes of shared values that no action of a test has made; guarded by the domain's
/// lock.
final class UnassertedChanges: @unchecked Sendable {
  // Sendable: the tracker is only used under the domain's lock.
  private let domain: SharedDomain
  private let tracker = SharedTracker()

  init(domain: SharedDomain) {
    self.domain = domain
    domain.withLock { domain.outsideTracker = tracker }
  }

  func disconnect() { domain.withLock { domain.outsideTracker = nil } }

  func take() -> [SharedDifference] { tracker.takeDifferences(in: domain) }
}
