extension TitleFailure: CustomStringConvertible {
  /// The failure in words, as it is kept with the book and shown to people.
  public var description: String {
    switch self {
    case .offline(let reason): "out of reach: \(reason)"
    case .unconfigured(let reason): "not set up: \(reason)"
    case .unauthorised:
      "not authorised: the source refuses this account; Open Library wants a contact in the "
        + "User-Agent (libraryctl account set NAME --contact MAIL), others a token that is right"
    case .rateLimited(let seconds):
      // A server may say any number; a wait of years needs no digits.
      if let seconds, seconds >= 0, seconds < 1e9 {
        "rate limited: the source asks to wait \(Int(seconds) + (seconds.whole == nil ? 1 : 0)) s"
      } else {
        "rate limited: the source asks to wait"
      }
    case .server(let status): "the server answered with status \(status)"
    case .timedOut: "timed out: the source did not answer in time"
    case .tooLarge:
      "too large: the answer was longer than is taken; `sync --max-answer SIZE` takes more"
    case .unreadable(let reason): "malformed answer: \(reason)"
    case .malformed(let reason): "malformed record: \(reason)"
    }
  }
}
