public import Catalogue
public import Composable
import Storage

/// A catalogue to browse: the library's feature, with a list, a detail and what is asked beside them.
///
/// What is shown is a function of the state. Nothing in a turn asks the database: what a key needs
/// from it comes later, as an action.
public struct BrowseFeature: Reducer {
  public enum Action: Sendable {
    /// Begins to follow what others change, and shows the list.
    case start
    /// A key; what it means depends on what is shown.
    case key(Key)
    /// What a key means.
    case order(Order)
    case library(LibraryFeature.Action)
    case list(BookListFeature.Action)
    case detail(BookDetailFeature.Action)
    case accounts(AccountChoiceFeature.Action)
    case accountsFound([Account])
    case undone(BrowseClient.Undone)
    case failed(String)
  }

  @Dependency(\.browse) var browse
  @Dependency(\.titleSource) var titleSource

  /// What a sync asks for that is started here.
  let syncOptions: SyncOptions

  /// - Parameter sync: what a sync asks for that is started here.
  public init(sync: SyncOptions = SyncOptions()) { syncOptions = sync }

  public var body: some Reducer<State, Action> {
    Scope(state: \.library, action: .library) { LibraryFeature() }
    Scope(state: \.list, action: .list) { BookListFeature() }
    Reduce { state, action in
      switch action {
      case .start: start(state)
      case .key(let key): self.key(&state, key)
      case .order(let order): self.order(&state, order)
      case .library(let action): library(&state, action)
      case .list(let action): list(&state, action)
      case .detail, .accounts: .none
      case .accountsFound(let accounts): found(&state, accounts)
      case .undone(let undone): self.undone(&state, undone)
      case .failed(let reason): fail(&state, reason)
      }
    }
    .ifLet(state: \.detail, action: .detail) { BookDetailFeature() }
    .ifLet(state: \.accounts, action: .accounts) { AccountChoiceFeature() }
  }

  private func start(_ state: State) -> Effect<Action> {
    if state.access == .absent { return .none }
    return .merge(.send(.library(.watch())), .send(.list(.start)))
  }

  private func key(_ state: inout State, _ key: Key) -> Effect<Action> {
    state.notice = nil
    guard let action = state.meaning(of: key) else { return .none }
    return .send(action)
  }

  private func found(_ state: inout State, _ accounts: [Account]) -> Effect<Action> {
    state.accounts = AccountChoiceFeature.State(accounts, current: state.library.account)
    return .none
  }

  private func undone(_ state: inout State, _ undone: BrowseClient.Undone) -> Effect<Action> {
    let books = "\(undone.books) book\(undone.books == 1 ? " is" : "s are") as before"
    let left = undone.left == 0 ? "" : ", \(undone.left) left, changed since"
    state.notice = .said("took back \"\(undone.name)\": \(books)\(left)")
    return .none
  }

  private func fail(_ state: inout State, _ reason: String) -> Effect<Action> {
    state.notice = .problem(reason)
    return .none
  }

  // MARK: The list

  private func list(_ state: inout State, _ action: BookListFeature.Action) -> Effect<Action> {
    guard case .loaded(let request, let page) = action, state.list.answered == request else {
      return .none
    }
    // What the news have told of is newer, and they do not tell of it again.
    if let told = state.library.told, page.books.asOf < told { return .send(.list(.refresh)) }
    state.keepWindow(of: page)
    let mark = state.library.$books.mark()
    return .send(.library(.opened(page.books, request.account, since: mark)))
  }

  // MARK: The library

  /// Follows what became of the library: it has reduced the action already.
  private func library(_ state: inout State, _ action: LibraryFeature.Action) -> Effect<Action> {
    var effects: [Effect<Action>] = []
    switch action {
    case .storage(.changed(let news, _)):
      state.dropLostRows()
      if news.mayChangeCount { state.list.total = nil }
      if state.list.concerns(news) || state.list.total == nil {
        effects.append(.send(.list(.refresh)))
      }
    case .storage(.saved(let outcome)):
      state.dropLostRows()
      state.tell(outcome)
    case .storage(.failed(let failure)):
      state.notice = .problem(failure.description)
    case .opened, .remove:
      state.dropLostRows()
    case .switched(let account):
      state.notice = .said("the account is \(account.name)")
    case .sync(.finished):
      if case .storage(let failure) = state.library.sync?.stop {
        state.notice = .problem("the sync has ended: \(failure)")
      }
      if state.isEnding { state.isOver = true }
    default: break
    }
    if state.library.account != state.list.account {
      state.list.show(state.library.account)
      state.detail = nil
      effects.append(.send(.list(.start)))
    }
    return .merge(effects)
  }
}

extension BrowseFeature.State {
  /// Lets books go from the window that are neither listed nor worked on, and keeps those that are
  /// listed when the sync that brought them has done with them.
  mutating func keepWindow(of page: LoadedPage) {
    var kept = Set(list.rows.map(\.id))
    if let detail { kept.insert(detail.id) }
    library.sync?.brought.subtract(kept)
    let brought = library.sync?.brought ?? []
    let others = library.books.ids.filter { id in
      !kept.contains(id) && !brought.contains(id) && library.books[id: id]?.ticket == nil
        && library.books[id: id]?.isLoading != true
    }
    library.$books.evict(ids: others)
  }

  /// Takes rows out of the list whose books are gone, and leaves the detail of such a book.
  mutating func dropLostRows() {
    let books = library.$books
    list.keepRows { row in books.read { $0.contains(id: row.id) } }
    if let id = detail?.id, !library.books.contains(id: id) {
      detail = nil
      notice = .said("the book is gone: it was removed")
    }
  }

  /// Says what became of what was typed: only the disk decides.
  mutating func tell(_ outcome: LibraryFeature.Outcome) {
    for decision in outcome.decisions {
      if let refusal = decision.verdict.refusedChange {
        notice = .problem("not saved: \(refusal)")
        return
      }
    }
    guard let last = outcome.decisions.last else { return }
    if let old = last.change.old, last.change.new == nil {
      notice = .said("removed \(old.shownTitle ?? "book \(old.number)"); u takes it back")
    } else if last.change.permit == nil {
      notice = .said("saved")
    }
  }
}

extension CasePath where Root == BrowseFeature.Action, Value == LibraryFeature.Action {
  /// The library's actions.
  public static var library: Self {
    Self(embed: Root.library) { if case .library(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == BrowseFeature.Action, Value == BookListFeature.Action {
  /// The list's actions.
  public static var list: Self {
    Self(embed: Root.list) { if case .list(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == BrowseFeature.Action, Value == BookDetailFeature.Action {
  /// The actions of the opened book.
  public static var detail: Self {
    Self(embed: Root.detail) { if case .detail(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == BrowseFeature.Action, Value == AccountChoiceFeature.Action {
  /// The actions of the choice of an account.
  public static var accounts: Self {
    Self(embed: Root.accounts) { if case .accounts(let action) = $0 { action } else { nil } }
  }
}
