public import Catalogue
public import Composable
import Storage

/// The list of books: it is searched while one types, and pages through any number of books without
/// holding more of them than a window around the selected one.
///
/// It knows which books are listed and in which order. What is shown of them is in the library's
/// window, into which the parent takes each page.
public struct BookListFeature: Reducer {
  public enum Action: Sendable {
    /// Shows the list, from its start.
    case start
    case move(Move)
    /// Lets keys go to the search.
    case beginSearch
    case type(Key)
    /// Keys go to the list again; what was looked for stays.
    case endSearch
    /// Shows all books again.
    case clearSearch
    /// Orders by the next key; the selected book stays selected.
    case sortByNextKey
    case reverse
    /// Reads the window again, since others have changed something.
    case refresh
    case loaded(PageRequest, LoadedPage)
    case failed(PageRequest, String)
    case counted(Account, Int)
    /// So many rows are seen at once.
    case resized(Int)
  }

  public enum Move: Hashable, Sendable { case up, down, pageUp, pageDown, home, end }

  private enum CancelID: Hashable { case load, count }

  /// How long nothing must be typed before it is looked for.
  static let pause = Duration.milliseconds(150)

  @Dependency(\.browse) private var browse
  @Dependency(\.continuousClock) private var clock

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      guard readSearch(&state) else { return .none }
      return load(&state, .start)
    case .move(let move):
      return self.move(&state, move)
    case .beginSearch:
      state.isTyping = true
      return .none
    case .type(let key):
      guard state.search.take(key) else { return .none }
      return searchChanged(&state)
    case .endSearch:
      state.isTyping = false
      return .none
    case .clearSearch:
      state.isTyping = false
      guard !state.search.isEmpty else { return .none }
      state.search = LineEditor()
      return searchChanged(&state)
    case .sortByNextKey:
      let keys = BookSort.Key.allCases
      let next = (keys.firstIndex(of: state.sort.key) ?? 0) + 1
      state.sort = BookSort(keys[next % keys.count])
      return load(&state, state.here)
    case .reverse:
      state.sort.descending.toggle()
      return load(&state, state.here)
    case .refresh:
      guard state.loading == nil else {
        state.isStale = true
        return .none
      }
      return load(&state, state.here, isRefresh: true)
    case .loaded(let request, let page):
      return loaded(&state, request, page)
    case .failed(let request, let reason):
      guard state.loading == request else { return .none }
      state.loading = nil
      state.problem = .failed(reason)
      return .none
    case .counted(let account, let count):
      if account == state.account { state.total = count }
      return .none
    case .resized(let height):
      state.height = max(1, height)
      state.scroll()
      return loadIfNeeded(&state)
    }
  }

  private func move(_ state: inout State, _ move: Move) -> Effect<Action> {
    switch move {
    case .up: state.move(by: -1)
    case .down: state.move(by: 1)
    case .pageUp: state.move(by: -max(1, state.height - 1))
    case .pageDown: state.move(by: max(1, state.height - 1))
    case .home:
      if state.hasBefore { return load(&state, .start) }
      state.move(by: -state.rows.count)
    case .end:
      if state.hasAfter { return load(&state, .end) }
      state.move(by: state.rows.count)
    }
    return loadIfNeeded(&state)
  }

  // MARK: Searching

  /// Reads what is looked for.
  /// - Returns: whether it is a query.
  private func readSearch(_ state: inout State) -> Bool {
    let text = state.search.text
    do throws(BookQueryError) {
      let isBlank = text.allSatisfy(\.isWhitespace)
      state.query = isBlank ? nil : try BookQuery(text)
      state.problem = nil
      return true
    } catch {
      state.problem = .query(error)
      return false
    }
  }

  private func searchChanged(_ state: inout State) -> Effect<Action> {
    guard readSearch(&state) else {
      // Perhaps it is only half typed; what was shown stays, and no late answer takes its place.
      state.loading = nil
      return .cancel(id: CancelID.load)
    }
    guard let request = state.ask(for: .start) else { return .none }
    // mutant browse-debounce:
    //   `page(request).debounce(id: CancelID.load, for: Self.pause, clock: clock)`
    //   -> `page(request).cancellable(id: CancelID.load)` (BrowseListTests)
    return page(request).debounce(id: CancelID.load, for: Self.pause, clock: clock)
  }

  // MARK: Loading

  private func load(
    _ state: inout State, _ place: PageRequest.Place, isRefresh: Bool = false
  ) -> Effect<Action> {
    guard let request = state.ask(for: place, isRefresh: isRefresh) else { return .none }
    return page(request).cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func loadIfNeeded(_ state: inout State) -> Effect<Action> {
    guard let place = state.neededPlace else { return .none }
    return load(&state, place)
  }

  private func page(_ request: PageRequest) -> Effect<Action> {
    .run { [browse] send in
      send(.loaded(request, try await browse.page(request)))
    } catch: { error, send in
      send(.failed(request, "\(error)"))
    }
  }

  private func loaded(
    _ state: inout State, _ request: PageRequest, _ page: LoadedPage
  ) -> Effect<Action> {
    // Cancelling saves work; this keeps a list from taking the place of a newer one.
    // mutant browse-late-page:
    //   `guard state.loading == request else { return .none }⏎    state.take`
    //   -> `guard state.loading != nil else { return .none }⏎    state.take` (BrowseListTests)
    guard state.loading == request else { return .none }
    state.take(page, for: request)
    if state.isStale { return load(&state, state.here, isRefresh: true) }
    return .merge(loadIfNeeded(&state), countIfNeeded(state))
  }

  private func countIfNeeded(_ state: State) -> Effect<Action> {
    guard state.total == nil, let account = state.account else { return .none }
    return .run { [browse] send in
      send(.counted(account, try await browse.count(account)))
    } catch: { _, _ in
      // The list does without.
    }
    .cancellable(id: CancelID.count, cancelInFlight: true)
  }
}
