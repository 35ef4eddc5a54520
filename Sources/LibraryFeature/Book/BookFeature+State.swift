public import Catalogue
public import Composable
public import Storage

extension BookFeature {
  /// A book of the window, and what is under way for it.
  public struct State: PersistentElement, Equatable {
    public typealias Verdict = BookVerdict

    /// What is saved of it.
    public var book: Book
    /// The account that it belongs to, in the epoch in which it came into the window.
    @Boxed public private(set) var account: Account
    /// The ticket that stands for it here.
    public internal(set) var ticket: Ticket?
    public internal(set) var isLoading = false
    public internal(set) var message: BookMessage?
    /// What the source has for the book's title and authors, for the user to choose an ISBN from.
    public internal(set) var candidates: [TitleCandidate] = []
    public internal(set) var isSearching = false
    /// The answer whose right to be written is decided by the database.
    var redemption: Redemption?

    /// Makes a book of the window.
    /// - Parameter ticket: given when the book was claimed, to be fetched now.
    public init(book: Book, account: Account, ticket: Ticket? = nil) {
      self.book = book
      self.account = account
      self.ticket = ticket
      isLoading = ticket != nil
    }

    public var id: BookID { book.id }

    /// What is shown as its title.
    public var title: String? { book.shownTitle }

    public var record: Book {
      get { book }
      set { book = newValue }
    }

    public var permit: Redemption? { redemption }

    /// Why a completion under a ticket may not be taken; nil: it may.
    func refusal(of completed: Ticket) -> Refusal? {
      // mutant reducer-incarnation:
      //   `completed.incarnation != book.incarnation` -> `false` (BookFeatureTests)
      let isGone = completed.incarnation != book.incarnation
      // mutant reducer-epoch:
      //   `completed.epoch != account.epoch || completed.account != book.account`
      //   -> `false` (BookFeatureTests)
      let isEpochOver = completed.epoch != account.epoch || completed.account != book.account
      // mutant reducer-isbn: `completed.isbn != book.isbn` -> `false` (BookFeatureTests)
      let isISBNChanged = completed.isbn != book.isbn
      if ticket == completed, !isGone, !isEpochOver, !isISBNChanged { return nil }
      return .reason(
        isGone: isGone, isEpochOver: isEpochOver, isISBNChanged: isISBNChanged,
        isSuperseded: ticket.map { $0.serial > completed.serial } ?? false)
    }

    /// Takes in what others made of the row; what is under way here goes on.
    mutating func update(to row: Book) {
      let isAnswered = row.fetchedAt != book.fetchedAt
      book = row
      guard isAnswered else { return }
      // Somebody else has the answer.
      switch message {
      case .notFound, .failed, .notAsked: message = nil
      case .refused, .noISBN, .notSaved, nil: break
      }
    }

    /// Takes an answer in, as the database will when it redeems the ticket.
    mutating func accept(_ redemption: Redemption) {
      self.redemption = redemption
      book.complete(redemption)
      switch redemption.outcome {
      case .found, .unchanged: message = nil
      case .notFound: message = .notFound
      case .failed(let failure): message = .failed(failure)
      }
    }
  }
}
