import Catalogue
import Composable
import Storage
import Sync

@testable import LibraryFeature

/// Values that tests share.
enum Fixture {
  static let isbns = [9_780_765_326_355, 9_780_143_039_952, 9_780_804_429_573].map(isbn)

  static func isbn(_ number: UInt64) -> ISBN {
    guard let isbn = ISBN(number: number) else { preconditionFailure("not an ISBN: \(number)") }
    return isbn
  }

  static func account(_ id: Int64 = 1, epoch: Int64 = 1) -> Account {
    Account(
      id: AccountID(rawValue: id), name: "account \(id)", source: .file,
      epoch: Epoch(rawValue: epoch), isCurrent: true)
  }

  static func book(
    _ number: Int64, account: Int64 = 1, incarnation: UInt64? = nil, isbn: ISBN? = isbns[0]
  ) -> Book {
    Book(
      number: BookNumber(rawValue: number), id: BookID(high: 0x7000, low: UInt64(number)),
      account: AccountID(rawValue: account), isbn: isbn,
      incarnation: Incarnation(value: incarnation ?? UInt64(number)))
  }

  static func ticket(_ serial: Int64, for book: Book, epoch: Int64 = 1) -> Ticket {
    Ticket(
      serial: serial, account: book.account, epoch: Epoch(rawValue: epoch), book: book.number,
      incarnation: book.incarnation, isbn: book.isbn ?? isbns[0])
  }

  static func found(_ title: String, _ isbn: ISBN = isbns[0]) -> TitleOutcome {
    var details = BookDetails()
    details.title = title
    return .found(TitleRecord(isbn: isbn, details: details))
  }

  static let now = Instant(rawValue: 1_800_000_000_000)

  /// A source that answers what a function says.
  static func source(
    _ answer: @escaping @Sendable (TitleRequest) async -> TitleOutcome
  ) -> TitleSource {
    TitleSource(
      limits: TitleSource.Limits(
        idsPerRequest: 1, requestsAtOnce: 4, requestsPerSecond: .infinity)
    ) { requests in
      var outcomes: [TitleOutcome] = []
      for request in requests { outcomes.append(await answer(request)) }
      return outcomes
    }
  }
}

extension Account {
  /// The same account after its epoch has ended.
  func inEpoch(_ epoch: Int64) -> Account {
    var account = self
    account.epoch = Epoch(rawValue: epoch)
    return account
  }
}
