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
    case opened([Book], Account)
    /// Adds a book; it is saved at once.
    case add(Book)
    /// Removes a book to the trash.
    case remove(BookID)
    /// Makes another account current.
    case useAccount(String)
    case switched(Account)
    case sync(SyncAction)
    /// What became of changes.
    case saved(Outcome)
    case failed(StorageFailure)
  }

  @Dependency(\.library) var library
  @Dependency(\.titleSource) var titleSource
  @Dependency(\.syncEvents) var syncEvents
  @Dependency(\.instant) var instant

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .books(let action): child(&state, action)
      case .open(let numbers): open(state, numbers)
      case .opened(let books, let account): opened(&state, books, account)
      case .add(let book): add(&state, book)
      case .remove(let id): remove(&state, id)
      case .useAccount(let name): useAccount(state, name)
      case .switched(let account): switched(&state, account)
      case .sync(let action): sync(&state, action)
      case .saved(let outcome): saved(&state, outcome)
      case .failed(let error): failed(&state, error)
      }
    }
    .forEach(state: \.$books, action: .books) { BookFeature() }
  }

  // MARK: The window

  private func open(_ state: State, _ numbers: [BookNumber]) -> Effect<Action> {
    .run { [library, account = state.account] send in
      let account = if let account { account } else { try await library.account(nil) }
      send(.opened(try await library.load(numbers, account), account))
    } catch: { error, send in
      send(.failed(StorageFailure(error)))
    }
  }

  private func opened(
    _ state: inout State, _ books: [Book], _ account: Account
  ) -> Effect<Action> {
    // Another account is open by now, and its window stays its own.
    guard state.account == nil || state.account == account else { return .none }
    state.account = account
    for book in books where book.account == account.id {
      let known = state.books[id: book.id]
      let isSame = known?.book.incarnation == book.incarnation && known?.account == account
      var child =
        known.flatMap { isSame ? $0 : nil } ?? BookFeature.State(book: book, account: account)
      child.book = book
      state.$books.absorb(child, renewing: known != nil && !isSame)
    }
    return .none
  }

  private func add(_ state: inout State, _ book: Book) -> Effect<Action> {
    guard let account = state.account, account.id == book.account else {
      state.failure = "The book belongs to another account than the one that is open."
      return .none
    }
    let mark = state.$books.mark()
    state.books.append(BookFeature.State(book: book, account: account))
    return save(state, since: mark)
  }

  private func remove(_ state: inout State, _ id: BookID) -> Effect<Action> {
    guard let child = state.books[id: id] else { return .none }
    let mark = state.$books.mark()
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
    case .element(_, .response), .element(_, .edit):
      return save(state, since: state.$books.mark())
    case .element, .batch:
      return .none
    }
  }

  // MARK: Saving

  /// Waits for the disk, and brings its verdicts back.
  private func save(_ state: State, since mark: SaveMark<BookFeature.State>) -> Effect<Action> {
    .run { [books = state.$books] send in
      send(.saved(try await books.saved(since: mark)))
    } catch: { error, send in
      send(.failed(StorageFailure(error)))
    }
  }

  private func saved(_ state: inout State, _ outcome: Outcome) -> Effect<Action> {
    var decided: [Effect<Action>] = []
    for decision in outcome.decisions {
      let id = decision.change.id
      let redemption = decision.change.permit
      if let refusal = decision.verdict.refusedCompletion, let redemption,
        state.books[id: id]?.redemption == redemption
      {
        state.refuse(redemption.ticket, of: id, refusal)
      }
      state.settle(decision)
      // It was still being saved when its account was left.
      if state.books[id: id]?.account != state.account { state.$books.evict(id: id) }
      if state.books.contains(id: id) {
        decided.append(
          .send(.books(.element(id: id, action: .decided(decision.verdict, redemption)))))
      }
    }
    return .merge(decided)
  }

  private func failed(_ state: inout State, _ error: StorageFailure) -> Effect<Action> {
    state.failure = error.description
    return .none
  }

  // MARK: Accounts

  private func useAccount(_ state: State, _ name: String) -> Effect<Action> {
    .run { [library, books = state.$books] send in
      _ = try await books.saved(since: books.mark())
      send(.switched(try await library.use(name)))
    } catch: { error, send in
      send(.failed(StorageFailure(error)))
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
