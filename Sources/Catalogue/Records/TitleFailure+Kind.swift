extension TitleFailure {
  /// The failure's kind in one word, for scripts. A script that counts what is malformed need not
  /// know how much of an answer it was.
  public var kind: String {
    switch self {
    case .offline: "offline"
    case .unconfigured: "unconfigured"
    case .unauthorised: "unauthorised"
    case .rateLimited: "rate_limited"
    case .server: "server"
    case .timedOut: "timed_out"
    case .tooLarge: "too_large"
    case .unreadable, .malformed: "malformed"
    }
  }
}
