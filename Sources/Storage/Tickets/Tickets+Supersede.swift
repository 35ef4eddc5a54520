public import Catalogue

extension Tickets {
  /// Ends the ticket that a run itself holds for a book, so that it can claim the book anew. What
  /// completes under the old ticket is then refused.
  public static func supersede(
    _ number: BookNumber, of holder: TicketHolder, on connection: Connection
  ) throws {
    try connection.run(
      "DELETE FROM tickets WHERE number = ? AND holder = ?", number, holder.number)
  }
}
