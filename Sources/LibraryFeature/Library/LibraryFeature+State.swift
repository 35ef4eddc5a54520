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

    mutating func refuse(_ reason: Refusal) {
      if sync?.isRunning == true {
        sync?.refuse(reason)
      } else {
        refused[reason, default: 0] += 1
      }
    }

    /// Counts the completion that a child which leaves the window will not bring any more. That of a
    /// sync is counted when its answer comes.
    mutating func refuseUnfinished(_ child: BookFeature.State, _ reason: Refusal) {
      if child.ticket != nil, sync?.outstanding[child.id] == nil { refuse(reason) }
    }

    /// Shows again what is on disk where a change was refused; a book that is gone leaves the
    /// window.
    func restore(_ decision: Outcome.Decision) {
      let id = decision.change.id
      guard decision.verdict.isRefusal, let old = decision.change.old,
        var child = books[id: id]
      else { return }
      if decision.verdict.refusedCompletion == .removed || decision.verdict.isBookGone {
        $books.evict(id: id)
        return
      }
      if decision.verdict.refusedChange != nil { child.book.typed = old.typed }
      if decision.verdict.refusedCompletion != nil { child.book.forgetCompletion(since: old) }
      $books.absorb(CollectionOfOne(child))
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
