import Catalogue
import Sync

/// The tickets of a claim that have no answer yet, as the effect that keeps them sees them.
///
/// The state of a store that is gone cannot be asked any more, so this lives beside it.
final class TicketsInHand: Sendable, Equatable {
  private let tickets = Locked<[BookID: Ticket]>([:])

  func add(_ ticket: Ticket, of book: BookID) { tickets { $0[book] = ticket } }

  func remove(of book: BookID) { tickets { $0[book] = nil } }

  /// Takes the tickets over: whoever gets them gives them back.
  func takeAll() -> [Ticket] {
    tickets { tickets in
      defer { tickets = [:] }
      return Array(tickets.values)
    }
  }

  /// Always: what is in them is part of the progress as well, and is compared there.
  static func == (left: TicketsInHand, right: TicketsInHand) -> Bool { true }
}
