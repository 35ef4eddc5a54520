/// How often a source may be asked, as it is typed.
enum RequestRate: Sendable {
  /// The rate that the source publishes.
  case published
  /// Requests a second; infinity: without a limit.
  case limited(Double)

  /// Reads `published`, `unlimited` or a number above 0.
  init(reading text: String) throws(InvalidValue) {
    switch text {
    case "published": self = .published
    case "unlimited": self = .limited(.infinity)
    default:
      guard let rate = Double(text), rate > 0, rate.isFinite else {
        throw InvalidValue(
          reason: "is neither a number above 0 nor `unlimited` nor `published`")
      }
      self = .limited(rate)
    }
  }

  /// As accounts keep it: nil is the published one.
  var perSecond: Double? {
    switch self {
    case .published: nil
    case .limited(let rate): rate
    }
  }
}
