import Catalogue

/// Books of one state whose time lies in one range, so that they are due.
struct DueRange {
  let state: Book.SyncState
  /// Their times come after this text; empty: those without a time, too, and before all others.
  let after: String
  /// Their times are this text or come before it.
  let through: String

  /// Whether those are due that have no time.
  var hasUntimed: Bool { after.isEmpty }

  /// What a claim that names no books finds, in the order in which it is due.
  static func all(of request: ClaimRequest) -> [DueRange] {
    let now = request.now
    var ranges = [DueRange(state: .never, after: "", through: end)]
    if request.retriesFailed {
      ranges.append(DueRange(state: .failed, after: "", through: end))
    } else {
      // Further ahead than any wait: the clock was set back since.
      let latest = Instant(rawValue: now.rawValue + TitleFailure.longestWait)
      ranges.append(DueRange(state: .failed, after: "", through: now.description))
      ranges.append(DueRange(state: .failed, after: latest.description, through: end))
    }
    guard let before = request.answeredBefore else { return ranges }
    for state in [Book.SyncState.fetched, .notFound] {
      ranges.append(DueRange(state: state, after: "", through: before.description))
      if before <= now {
        ranges.append(DueRange(state: state, after: now.description, through: end))
      }
    }
    return ranges
  }

  /// After every instant.
  private static let end = "~"
}
