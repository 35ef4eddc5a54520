import Catalogue
import Determinism
import Testing

@testable import Storage

/// What happens between a fetch and its completion, in any order.
@Suite struct TicketRaceTests {
  private func fail(
    _ operations: [TicketOperation], _ redemption: TicketRedemption
  ) async throws -> TicketFailure? {
    var world = try TicketWorld(redemption: redemption)
    return await world.perform(operations)
  }

  @Test("in any order of events, a library does what the model of tickets says", arguments: 0..<4)
  func model(_ round: Int) async throws {
    let seed = TestSeed.pick(for: "model of tickets, round \(round)") &+ UInt64(round)
    let count = TestSeed.count("LIBRARYCTL_TEST_OPERATIONS", default: 20_000) / 4
    let operations = TicketOperation.sequence(count, seed: seed)
    var world = try TicketWorld()
    if let failure = await world.perform(operations) {
      let shortest = try await Array(operations[...failure.step]).shrunk(budget: 100_000) {
        try await fail($0, .right) != nil
      }
      let again = try await fail(shortest, .right) ?? failure
      Issue.record(
        """
        seed \(seed), step \(failure.step): \(failure.reason)
        the last that happened:
        \(failure.history.joined(separator: "\n"))
        the shortest sequence that fails: \(again.reason)
        \(again.history.joined(separator: "\n"))
        """)
      return
    }
    let counts = world.verdicts.map { "\($0.key?.rawValue ?? "accepted") \($0.value)" }.sorted()
    print(
      "model of tickets, round \(round): \(count) operations: \(counts.joined(separator: ", "))")
    // A run in which little was accepted, or little refused, proves little.
    if count >= 2000 {
      #expect(world.verdicts[nil, default: 0] > count / 400, "seed \(seed)")
      for refusal in [Refusal.removed, .accountSwitched, .superseded, .isbnChanged] {
        #expect(world.verdicts[refusal, default: 0] > 0, "seed \(seed): never \(refusal)")
      }
    }
  }

  @Test(
    "the model sees a check in an earlier transaction, and no check, within 2,000 operations",
    arguments: [TicketRedemption.checkedBefore, .unchecked])
  func brokenVariants(_ redemption: TicketRedemption) async throws {
    let seed = TestSeed.pick(for: "\(redemption)")
    let operations = TicketOperation.sequence(2000, seed: seed)
    let failure = try #require(try await fail(operations, redemption), "seed \(seed)")
    #expect(failure.reason.contains("accepted and not refused"), "seed \(seed): \(failure.reason)")
    let shortest = try await Array(operations[...failure.step]).shrunk(budget: 50_000) {
      try await fail($0, redemption) != nil
    }
    // A book, a claim, an answer, what ends the ticket, and the answer written; and some that only
    // make the numbers fit.
    #expect(shortest.count <= 24, "seed \(seed): \(shortest)")
    #expect(try await fail(shortest, .right) == nil, "seed \(seed): the right way passes the same")
  }
}
