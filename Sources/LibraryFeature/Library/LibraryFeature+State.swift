public import Catalogue
public import Composable
import Storage

extension LibraryFeature {
  public struct State: Equatable, Sendable {
    /// The window of books.
    @Shared public var books: IdentifiedCollection<BookFeature.State>
    /// The account whose books they are.
    public internal(set) var account: Account?
    /// The sync that runs, or ran last.
    public internal(set) var sync: SyncProgress?
    /// Completions that were refused outside of a sync.
    public internal(set) var refused: [Refusal: Int] = [:]
    /// The last entry of the log of which the news have told; nil while nothing is watched.
    var told: LogEntry?
    /// What went wrong last, in words.
    public internal(set) var failure: String?

    /// Makes the state.
    /// - Parameters:
    ///   - books: the window; in a program a reference with the key of the database.
    ///   - account: the account whose books are worked on; nil: the current one, asked for when it
    ///     is needed.
    public init(books: Shared<IdentifiedCollection<BookFeature.State>>, account: Account? = nil) {
      _books = books
      self.account = account
    }

    /// Counts a completion that was refused, unless a sync counts it.
    mutating func refuse(_ ticket: Ticket, of book: BookID, _ reason: Refusal) {
      if sync?.awaits(ticket, of: book) != true { refused[reason, default: 0] += 1 }
    }

    /// Counts the completion that a child which leaves the window will not bring any more.
    mutating func refuseUnfinished(_ child: BookFeature.State, _ reason: Refusal) {
      if let ticket = child.ticket { refuse(ticket, of: child.id, reason) }
    }

    /// Brings a child to what the disk says: a refused part is shown as it was, unless it was
    /// changed again since, and a book that is gone leaves the window.
    func settle(_ decision: Outcome.Decision) {
      let id = decision.change.id
      let verdict = decision.verdict
      if let number = verdict.number {
        $books.correct(id: id) { $0.book = $0.book.numbered(number) }
      }
      guard verdict.isRefusal else { return }
      guard let old = decision.change.old, let new = decision.change.new,
        verdict.refusedCompletion != .removed, !verdict.isBookGone
      else {
        $books.evict(id: id)
        return
      }
      $books.correct(id: id) { child in
        if verdict.refusedChange != nil, child.book.typed == new.typed {
          child.book.typed = old.typed
          child.book.isbn = old.isbn
        }
        if verdict.refusedCompletion != nil, child.book.completion == new.completion {
          child.book.completion = old.completion
        }
      }
    }
  }
}

extension CasePath
where
  Root == LibraryFeature.Action, Value == IdentifiedAction<BookID, BookFeature.Action>
{
  /// The actions of the books in the window.
  public static var books: Self {
    Self(embed: Root.books) { if case .books(let action) = $0 { action } else { nil } }
  }
}
