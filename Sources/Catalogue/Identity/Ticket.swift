/// The right to complete one fetch for one book.
///
/// A ticket is a row of the database. It is redeemed in the transaction that writes the answer, at
/// most once; `serial` only grows, so it serves as a fencing token.
public struct Ticket: Hashable, Sendable {
  public let serial: Int64
  public let account: AccountID
  public let epoch: Epoch
  public let book: BookNumber
  public let incarnation: Incarnation
  public let isbn: ISBN

  public init(
    serial: Int64, account: AccountID, epoch: Epoch, book: BookNumber, incarnation: Incarnation,
    isbn: ISBN
  ) {
    self.serial = serial
    self.account = account
    self.epoch = epoch
    self.book = book
    self.incarnation = incarnation
    self.isbn = isbn
  }
}
