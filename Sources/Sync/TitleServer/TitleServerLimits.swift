import Catalogue

/// What a title server says that it can bear.
struct TitleServerLimits: Hashable, Sendable {
  var titlesPerRequest: Int
  var requestsAtOnce: Int
  var requestsPerSecond: Double

  /// Before the server has said anything.
  static let first = TitleServerLimits(
    titlesPerRequest: 25, requestsAtOnce: 2, requestsPerSecond: 5)

  static let mostTitlesPerRequest = 500
  static let mostRequestsAtOnce = 8
  static let slowest = 0.01
  static let fastest = 1000.0

  /// What an answer may announce.
  static let names = JSONNames(["titles_per_request", "requests_at_once", "requests_per_second"])

  private init(titlesPerRequest: Int, requestsAtOnce: Int, requestsPerSecond: Double) {
    self.titlesPerRequest = titlesPerRequest
    self.requestsAtOnce = requestsAtOnce
    self.requestsPerSecond = requestsPerSecond
  }

  /// Reads what an answer announces: what it leaves out or says in another type is as at first, and
  /// what is beyond reason is brought back to it.
  init(announced members: FieldReader) {
    func number(_ name: String, _ usual: Double, _ least: Double, _ most: Double) -> Double {
      switch members[name] {
      // mutant limits-clamped:
      //   `min(max(Double(value), least), most)` -> `Double(value)` (TitleServerTests)
      case .integer(let value): min(max(Double(value), least), most)
      case .number(let value): min(max(value, least), most)
      default: usual
      }
    }
    let first = Self.first
    titlesPerRequest = Int(
      number(
        "titles_per_request", Double(first.titlesPerRequest), 1, Double(Self.mostTitlesPerRequest)))
    requestsAtOnce = Int(
      number("requests_at_once", Double(first.requestsAtOnce), 1, Double(Self.mostRequestsAtOnce)))
    requestsPerSecond = number(
      "requests_per_second", first.requestsPerSecond, Self.slowest, Self.fastest)
  }
}
