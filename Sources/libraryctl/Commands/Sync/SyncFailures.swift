import Catalogue

/// Why books could not be fetched, as far as the end of a sync depends on it.
struct SyncFailures {
  private(set) var first: TitleFailure?
  /// The statuses that a sync would have which met nothing else.
  private(set) var codes: Set<ExitCode> = []

  mutating func count(_ failure: TitleFailure) {
    first = first ?? failure
    codes.insert(Self.code(failure))
  }

  /// The status that a failure means for a command that got nothing else.
  static func code(_ failure: TitleFailure) -> ExitCode {
    switch failure {
    case .offline, .timedOut, .rateLimited, .server, .tooLarge, .unreadable: .unavailable
    case .unauthorised: .unauthorised
    case .unconfigured: .failed
    case .malformed: .partlyDone
    }
  }
}
