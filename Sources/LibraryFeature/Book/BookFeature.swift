public import Catalogue
public import Composable
public import Storage
import Sync

/// One book of the window: it fetches its own title, and refuses an answer that comes too late.
public struct BookFeature: Reducer {
  /// What happens to a book.
  public enum Action: Sendable {
    /// Asks the title source anew; what is under way for the book is superseded.
    case reload
    /// A ticket was issued for the book.
    case claimed(Ticket)
    /// The answer to a request, with the ticket under which it was asked.
    case response(Ticket, TitleOutcome)
    /// Nothing could be asked.
    case failed(String)
    /// Asks the title source what it has for the book's title and authors.
    case search
    /// What it has; nothing of it is taken over.
    case searched(Result<[TitleCandidate], TitleFailure>)
    /// Gives up what is under way.
    case stop
    /// The user says this of the book; it takes the place of what they said before.
    indirect case edit(BookDetails)
    /// What became of a change of the book, and of the answer that it held.
    case decided(BookVerdict, Redemption?)
    /// What the parent has to know.
    case delegate(Delegate)
  }

  /// What a book tells its parent.
  public enum Delegate: Hashable, Sendable {
    /// A completion was refused; it changed nothing.
    case refused(Ticket, Refusal)
  }

  private enum CancelID: Hashable { case load, search }

  /// How many candidates are asked for: more than a person will look through.
  private static let candidateLimit = 20

  @Dependency(\.library) private var library
  @Dependency(\.titleSource) private var titleSource
  @Dependency(\.instant) private var instant

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .reload:
      return reload(&state)
    case .claimed(let ticket):
      state.ticket = ticket
      return .none
    case .response(let ticket, let outcome):
      return complete(&state, ticket, outcome)
    case .failed(let reason):
      state.isLoading = false
      state.ticket = nil
      state.message = .notAsked(reason)
      return .none
    case .search:
      return search(&state)
    case .searched(let answer):
      state.isSearching = false
      switch answer {
      case .success(let candidates):
        state.candidates = candidates
        state.message = candidates.isEmpty ? .notFound : nil
      case .failure(let failure):
        state.message = .failed(failure)
      }
      return .none
    case .stop:
      // The effect itself gives back a ticket that it cannot deliver an answer for.
      state.isLoading = false
      state.ticket = nil
      state.isSearching = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.search))
    case .edit(let typed):
      state.book.typed = typed
      return .none
    case .decided(let verdict, let redemption):
      decide(&state, verdict, redemption)
      return .none
    case .delegate:
      return .none
    }
  }

  private func reload(_ state: inout State) -> Effect<Action> {
    guard state.book.isbn != nil else {
      state.message = .noISBN
      return .none
    }
    state.isLoading = true
    state.message = nil
    return .run {
      [library, titleSource, number = state.book.number, account = state.account] send in
      let claimed: ClaimedBook
      switch try await library.claimBook(number, account) {
      case .claimed(let book): claimed = book
      case let claim:
        send(.failed(claim.hindrance))
        return
      }
      guard send(.claimed(claimed.ticket)) else {
        _ = try await library.giveBack([claimed.ticket])
        return
      }
      let outcome = await titleSource(account).fetch([claimed.request])
      if !send(.response(claimed.ticket, outcome.first ?? .notFound)) {
        _ = try await library.giveBack([claimed.ticket])
      }
    } catch: { error, send in
      send(.failed("\(error)"))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// A search needs no ticket: it changes nothing that is saved.
  private func search(_ state: inout State) -> Effect<Action> {
    let shown = state.book.shown
    let query = TitleQuery(
      title: shown.title, authors: shown.authors ?? [], limit: Self.candidateLimit)
    state.candidates = []
    guard query.title != nil || !query.authors.isEmpty else {
      state.message = .notAsked("it has neither a title nor an author")
      return .none
    }
    guard let candidates = titleSource(state.account).candidates else {
      state.message = .notAsked("the account's title source cannot be searched")
      return .none
    }
    state.isSearching = true
    state.message = nil
    return .run { send in send(.searched(await candidates(query))) }
      .cancellable(id: CancelID.search, cancelInFlight: true)
  }

  /// The first of the two guards: it protects this process's state. The database checks again.
  private func complete(
    _ state: inout State, _ ticket: Ticket, _ outcome: TitleOutcome
  ) -> Effect<Action> {
    // mutant reducer-ticket:
    //   `if let refusal = state.refusal(of: ticket) {`
    //   -> `if let refusal = state.refusal(of: ticket), refusal.rawValue.isEmpty {`
    //   (BookFeatureTests)
    if let refusal = state.refusal(of: ticket) {
      if state.ticket == ticket {
        state.ticket = nil
        state.isLoading = false
      }
      return .send(.delegate(.refused(ticket, refusal)))
    }
    state.isLoading = false
    state.ticket = nil
    state.accept(Redemption(ticket: ticket, outcome: outcome, at: instant()))
    return .none
  }

  private func decide(
    _ state: inout State, _ verdict: BookVerdict, _ redemption: Redemption?
  ) {
    // A newer answer is decided on its own.
    if state.redemption == redemption { state.redemption = nil }
    if let refusal = verdict.refusedCompletion { state.message = .refused(refusal) }
    if let refusal = verdict.refusedChange { state.message = .notSaved(refusal) }
  }
}

extension BookClaim {
  /// Why there is no ticket.
  fileprivate var hindrance: String {
    switch self {
    case .refused(.removed): "the book was removed"
    case .refused(.accountSwitched): "the account was switched or changed meanwhile"
    case .refused(let refusal): refusal.rawValue
    case .withoutISBN: "the book has no ISBN any more"
    case .heldElsewhere: "another sync is fetching it"
    case .claimed: "it was claimed"
    }
  }
}
