import Catalogue

/// Decides when asking on makes no sense.
///
/// A source that refuses the account, asks to wait or is not set up ends the sync at once; one that
/// is out of reach or gives no answer that can be read, when it was so for several requests in a row.
struct SyncBreaker {
  /// How many requests in a row may come to nothing.
  static let patience = 3

  private var silent = 0
  private(set) var stop: SyncProgress.Stop?

  /// Counts the outcomes of one request.
  mutating func record(_ outcomes: [TitleOutcome]) {
    var reason: String?
    var isAnswered = outcomes.isEmpty
    for outcome in outcomes {
      guard case .failed(let failure) = outcome else {
        isAnswered = true
        continue
      }
      switch failure {
      case .unauthorised: stop = stop ?? .unauthorised
      case .rateLimited(let retryAfter): stop = stop ?? .rateLimited(retryAfter: retryAfter)
      case .unconfigured(let text): stop = stop ?? .unconfigured(text)
      case .offline(let text): reason = text
      case .timedOut, .server, .tooLarge, .unreadable: reason = failure.description
      // One book's record: the source itself answers.
      case .malformed: isAnswered = true
      }
    }
    guard !isAnswered, let reason else {
      silent = 0
      return
    }
    silent += 1
    if silent >= Self.patience { stop = stop ?? .offline(reason) }
  }
}
