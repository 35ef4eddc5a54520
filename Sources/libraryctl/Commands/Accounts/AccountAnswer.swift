import Catalogue
import Storage

/// How accounts are shown.
enum AccountAnswer {
  static let columns = [
    Listing.Column("current", title: ""), Listing.Column("name"), Listing.Column("source"),
    Listing.Column("endpoint", isFlexible: true), Listing.Column("contact", isFlexible: true),
    Listing.Column("rate", isNumeric: true), Listing.Column("books", isNumeric: true),
    Listing.Column("trash", isNumeric: true),
  ]

  /// An account with the number of its books.
  static func record(_ account: Account, on connection: Connection) throws -> Record {
    let (kept, inTrash) = try Accounts.bookCounts(account.id, on: connection)
    return [
      ("name", .text(account.name)), ("source", .text(account.source.rawValue)),
      ("endpoint", .text(account.endpoint)), ("contact", .text(account.contact)),
      ("rate", rate(account.rate)), ("current", .bool(account.isCurrent)),
      ("books", .integer(kept)), ("trash", .integer(inTrash)),
    ]
  }

  static func writeJSON(
    _ account: Account, on connection: Connection, _ console: Console
  ) throws {
    try console.write(json: .object(try record(account, on: connection)))
  }

  private static func rate(_ rate: Double?) -> OutputValue {
    guard let rate else { return .null }
    return rate.isInfinite ? .text("unlimited") : .number(rate)
  }
}
