import Catalogue
import Glibc
import Testing

@testable import Storage

/// A run of a sync as a process of its own: it has its own connections, its own clock and a lock that
/// shows that it lives, and keeps to the account and epoch in which it began.
struct TicketRun {
  /// An answer that has come and is not yet written.
  struct Answer {
    let ticket: Ticket
    let outcome: TitleOutcome
    /// What a check said that was made too early.
    let stood: Bool
  }

  let database: Database
  let holder: TicketHolder
  var account: AccountID
  var epoch: Epoch
  /// The epoch in the model's count.
  var age: Int
  /// How far its clock is off.
  var skew: Int64 = 0
  var isStopped = false
  var held: [Ticket] = []
  var answers: [Answer] = []
}

/// How a completion is checked and written.
enum TicketRedemption: CaseIterable {
  /// In one transaction.
  case right
  /// Checked in one transaction, written in a later one.
  case checkedBefore
  /// Written without a check.
  case unchecked
}

/// What a library did is not what the model says.
struct TicketDisagreement: Error, CustomStringConvertible {
  let description: String
}

/// A sequence that went wrong.
struct TicketFailure {
  let step: Int
  let reason: String
  /// What happened last, in words.
  let history: [String]
}
