extension TitleFailure {
  /// The failure's kind in one word, for scripts.
  public var kind: String {
    switch self {
    case .offline: "offline"
    case .unconfigured: "unconfigured"
    case .unauthorised: "unauthorised"
    case .rateLimited: "rate_limited"
    case .server: "server"
    case .timedOut: "timed_out"
    case .tooLarge: "too_large"
    case .malformed: "malformed"
    }
  }
}
