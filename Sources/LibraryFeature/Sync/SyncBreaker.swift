import Catalogue

/// Decides when asking on makes no sense.
///
/// A source that refuses the account, asks to wait or is not set up ends the sync at once; one that
/// is out of reach, when it was so for several requests in a row.
struct SyncBreaker {
  /// How many requests in a row may come to nothing.
  static let patience = 3

  private var silent = 0
  private(set) var stop: SyncProgress.Stop?

  mutating func record(_ outcomes: [TitleOutcome]) {
    var reason: String?
    for outcome in outcomes {
      guard case .failed(let failure) = outcome else {
        silent = 0
        continue
      }
      switch failure {
      case .unauthorised: stop = stop ?? .unauthorised
      case .rateLimited(let retryAfter): stop = stop ?? .rateLimited(retryAfter: retryAfter)
      case .unconfigured(let text): stop = stop ?? .unconfigured(text)
      case .offline(let text): reason = text
      case .timedOut: reason = failure.description
      case .server, .tooLarge, .malformed: break
      }
    }
    let cameToNothing = outcomes.allSatisfy { outcome in
      switch outcome {
      case .failed(.offline), .failed(.timedOut): true
      default: false
      }
    }
    guard cameToNothing, let reason else { return }
    silent += 1
    if silent >= Self.patience { stop = stop ?? .offline(reason) }
  }
}
