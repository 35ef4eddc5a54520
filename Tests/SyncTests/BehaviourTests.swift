import Catalogue
import LoopbackServer
import Testing

@testable import Sync

@Suite("Open Library's source and a server that is")
struct BehaviourTests {
  private func source(_ url: String, isCutShort: Bool) -> TitleSource {
    let budget = isCutShort ? Duration.milliseconds(300) : .seconds(600)
    let clock: any Clock<Duration> = isCutShort ? ContinuousClock() : RecordingClock()
    return .openLibrary(
      endpoint: url, rate: .infinity, budget: budget, clock: clock, random: { 0.5 },
      now: { Instant(rawValue: 0) })
  }

  private func word(_ outcome: TitleOutcome) -> String {
    switch outcome {
    case .found: "fetched"
    case .unchanged: "unchanged"
    case .notFound: "not-found"
    case .failed(.offline): "offline"
    case .failed(.unconfigured): "unconfigured"
    case .failed(.unauthorised): "unauthorised"
    case .failed(.rateLimited): "rate-limited"
    case .failed(.server): "server"
    case .failed(.timedOut): "timed-out"
    case .failed(.tooLarge): "too-large"
    case .failed(.unreadable): "malformed-answer"
    case .failed(.malformed): "malformed"
    }
  }

  @Test("gives each book what is its own, and the next sync is right", arguments: Behaviour.all)
  func outcomes(behaviour: Behaviour) async throws {
    let server = try LoopbackServer(behaviour.route)
    let asked = try Behaviour.isbns.map { TitleRequest(isbn: try isbn($0)) }
    let source = source(server.url, isCutShort: behaviour.needsDeadline)
    let outcomes = await source.fetch(asked)
    #expect(outcomes.map(word) == behaviour.outcomes, "\(outcomes)")
    let titles = zip(outcomes, Behaviour.titles).map { ($0.details?.title, $1) }
    for (title, right) in titles where title != nil { #expect(title == right) }
    // Three attempts at the most, and twice as many requests as books where a batch is halved.
    #expect(server.requests.count <= 6)
    #expect(server.bytesSent < 64 << 20)

    server.route(Behaviour.good)
    let again = await self.source(server.url, isCutShort: false).fetch(asked)
    #expect(again.map(\.details?.title) == Behaviour.titles + [nil])
    #expect(again.last == .notFound)
  }
}
