extension TitleFailure: CustomStringConvertible {
  /// The failure's kind in one word, for scripts and for the database.
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

  /// The failure in words, with the way out where there is one.
  public var description: String {
    switch self {
    case .offline(let reason): reason
    case .unconfigured(let reason): reason
    case .unauthorised:
      "the source refuses access; give the account a contact, which goes into the User-Agent "
        + "(--contact MAIL), or check its token"
    case .rateLimited(let seconds?):
      "the source asks to wait \(Int(seconds.rounded(.up))) s; try again later"
    case .rateLimited(nil): "the source asks for fewer requests; try again later"
    case .server(let status): "the source answered with HTTP status \(status)"
    case .timedOut: "the source did not answer in time"
    case .tooLarge: "the source's answer is larger than any honest one"
    case .malformed(let reason): "the source's answer cannot be read: \(reason)"
    }
  }
}
