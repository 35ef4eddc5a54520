public import Catalogue

extension TitleFailure {
  /// The longest wait after a failure, in milliseconds: a day.
  static let longestWait: Int64 = 86_400_000

  /// How long a book waits after a failure before it is due again, in milliseconds.
  ///
  /// What ends outside the source (no network, no token) is tried again by the next run; a source
  /// that is busy gets a minute, or what it asks for; one whose answer as a whole is none gets some
  /// minutes, since that says nothing about the book; a record that is wrong is hardly right sooner
  /// than tomorrow.
  public var wait: Int64 {
    switch self {
    case .offline, .unconfigured, .unauthorised, .timedOut: 0
    case .rateLimited(let seconds?) where seconds.isFinite:
      Int64(min(max(seconds, 0), 86_400) * 1000)
    case .rateLimited: 60_000
    case .server(let status) where status >= 500: 60_000
    case .server, .tooLarge, .unreadable: 300_000
    case .malformed: Self.longestWait
    }
  }

  /// The failure as it stands in the column `sync_detail`: a word, perhaps with a text after a colon.
  public var detail: String {
    switch self {
    case .offline(let text): "offline: \(text)"
    case .unconfigured(let text): "unconfigured: \(text)"
    case .unauthorised: "unauthorised"
    case .rateLimited(let seconds): seconds.map { "rate-limited: \($0)" } ?? "rate-limited"
    case .server(let status): "server: \(status)"
    case .timedOut: "timed-out"
    case .tooLarge: "too-large"
    case .unreadable(let text): "malformed-answer: \(text)"
    case .malformed(let text): "malformed: \(text)"
    }
  }

  /// Reads a text of `sync_detail`; one that a hand has changed is a failure of no known kind, nil.
  public init?(detail: String) {
    let colon = detail.firstIndex(of: ":")
    let word = colon.map { detail[..<$0] } ?? detail[...]
    let rest = colon.map { String(detail[detail.index(after: $0)...].drop { $0 == " " }) } ?? ""
    switch word {
    case "offline": self = .offline(rest)
    case "unconfigured": self = .unconfigured(rest)
    case "unauthorised": self = .unauthorised
    case "rate-limited": self = .rateLimited(retryAfter: Double(rest))
    case "server":
      guard let status = Int(rest) else { return nil }
      self = .server(status: status)
    case "timed-out": self = .timedOut
    case "too-large": self = .tooLarge
    case "malformed-answer": self = .unreadable(rest)
    case "malformed": self = .malformed(rest)
    default: return nil
    }
  }
}
