/// An answer together with the ticket that gives the right to write it.
public struct Redemption: Hashable, Sendable {
  public let ticket: Ticket
  public let outcome: TitleOutcome
  /// When the answer came.
  public let at: Instant

  public init(ticket: Ticket, outcome: TitleOutcome, at: Instant) {
    self.ticket = ticket
    self.outcome = outcome
    self.at = at
  }
}
