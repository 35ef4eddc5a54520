public import Catalogue
public import Composable
import Storage
import Sync

/// The library: the window of books that are worked on, the account, and its sync.
///
/// What changes in the window is saved; what cannot be saved comes back as an action.
public struct LibraryFeature: Reducer {
  public typealias Outcome = SaveOutcome<BookFeature.State>

  public enum Action: Sendable {
    case books(IdentifiedAction<BookID, BookFeature.Action>)
    /// Brings books into the window.
    case open([BookNumber])
    /// They were read; the mark is older than what was read.
    case opened(LoadedBooks, Account, since: SaveMark<BookFeature.State>)
    /// Adds a book; it is saved at once.
    case add(Book)
    /// Removes a book to the trash.
    case remove(BookID)
    /// Makes another account current.
    case useAccount(String)
    case switched(Account)
    case sync(SyncAction)
    /// Follows what others change of the books, with so much time between two looks.
    case watch(every: Duration = .milliseconds(250))
    /// Ends that.
    case unwatch
    /// What comes from the database by itself.
    case storage(StorageAction)
  }

  @Dependency(\.library) var library
  @Dependency(\.titleSource) var titleSource
  @Dependency(\.syncEvents) var syncEvents
  @Dependency(\.instant) var instant
  @Dependency(\.continuousClock) var continuousClock

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .books(let action): child(&state, action)
      case .open(let numbers): open(state, numbers)
      case .opened(let books, let account, let mark): opened(&state, books, account, since: mark)
      case .add(let book): add(&state, book)
      case .remove(let id): remove(&state, id)
      case .useAccount(let name): useAccount(state, name)
      case .switched(let account): switched(&state, account)
      case .sync(let action): sync(&state, action)
      case .watch(let interval): watch(state, every: interval)
      case .unwatch: unwatch(&state)
      case .storage(let action): storage(&state, action)
      }
    }
    .forEach(state: \.$books, action: .books) { BookFeature() }
  }

  // MARK: The window

  private func add(_ state: inout State, _ book: Book) -> Effect<Action> {
    guard let account = state.account, account.id == book.account else {
      state.failure = "The book belongs to another account than the one that is open."
      return .none
    }
    let mark = state.$books.mark(of: book.id)
    state.books.append(BookFeature.State(book: book, account: account))
    return save(state, since: mark)
  }

  private func remove(_ state: inout State, _ id: BookID) -> Effect<Action> {
    guard let child = state.books[id: id] else { return .none }
    let mark = state.$books.mark(of: id)
    state.refuseUnfinished(child, .removed)
    state.books.remove(id: id)
    return save(state, since: mark)
  }

  /// Counts what the children report, and saves what they change.
  private func child(
    _ state: inout State, _ action: IdentifiedAction<BookID, BookFeature.Action>
  ) -> Effect<Action> {
    switch action {
    case .element(let id, .delegate(.refused(let ticket, let refusal))):
      if state.sync?.refuse(ticket, of: id, refusal) != true {
        state.refuse(ticket, of: id, refusal)
      }
      return .run { [syncEvents] _ in syncEvents(.refused(ticket.book, refusal)) }
    case .element(let id, .response), .element(let id, .edit):
      return save(state, since: state.$books.mark(of: id))
    case .element, .batch:
      return .none
    }
  }

  // MARK: Accounts

  private func useAccount(_ state: State, _ name: String) -> Effect<Action> {
    .run { [library, books = state.$books] send in
      _ = try await books.saved(since: books.mark())
      send(.switched(try await library.use(name)))
    } catch: { error, send in
      send(.storage(.failed(StorageFailure(error))))
    }
  }

  private func switched(_ state: inout State, _ account: Account) -> Effect<Action> {
    guard account != state.account else { return .none }
    state.account = account
    for id in state.books.ids {
      guard let child = state.books[id: id], child.account != account else { continue }
      state.refuseUnfinished(child, .accountSwitched)
      state.$books.evict(id: id)
    }
    return .none
  }
}
