import Catalogue
import Composable
import Storage
import Sync

extension LibraryFeature {
  private enum SyncID: Hashable { case fetch, renewal }

  func sync(_ state: inout State, _ action: SyncAction) -> Effect<Action> {
    if case .start(let options) = action {
      guard state.sync?.isRunning != true else { return .none }
      state.sync = SyncProgress(options: options)
      return begin(state.account)
    }
    guard var progress = state.sync, progress.isRunning else { return .none }
    // Taken out, so that its sets are changed in place.
    state.sync = nil
    defer { state.sync = progress }
    switch action {
    case .start:
      return .none
    case .began(let account):
      if state.account == nil { state.account = account }
      progress.account = account
      return claim(&progress, state)
    case .claimed(let claim, let request):
      return claimed(&progress, &state, claim, request)
    case .answered(let answers):
      return answered(&progress, state, answers)
    case .renew:
      return renew(progress)
    case .renewed(let dead):
      return renewed(&progress, state, dead)
    case .fetched(let stop):
      progress.stop = progress.stop ?? stop
      return .concatenate(.cancel(id: SyncID.renewal), end(&progress, state))
    case .gaveBack(let tickets, let dead):
      progress.gaveBack(tickets, dead: dead)
      state.leaveUnfinished(tickets)
      return save(progress, state)
    case .saved(let outcome):
      return saved(&progress, state, outcome)
    case .interrupt:
      progress.stop = progress.stop ?? .interrupted
      guard progress.phase == .fetching else { return .none }
      return .concatenate(.cancel(id: SyncID.fetch), end(&progress, state))
    case .failed(let failure):
      progress.stop = .storage(failure)
      progress.isRunning = false
      return .cancel(id: SyncID.fetch)
    case .finished(let due):
      progress.finish(due)
      return .none
    }
  }

  /// A sync holds to the epoch in which it begins.
  private func begin(_ account: Account?) -> Effect<Action> {
    attempt { [library] send in
      let account = if let account { account } else { try await library.account(nil) }
      send(.sync(.began(account)))
    }
  }

  // MARK: Claiming

  private func claim(_ progress: inout SyncProgress, _ state: State) -> Effect<Action> {
    guard let account = progress.account, progress.goesOn else { return finish(progress) }
    progress.phase = .claiming
    progress.mark = state.$books.mark()
    let request = progress.claim(of: account, at: instant(), for: titleSource(account).limits)
    return attempt { [library, syncEvents] send in
      let claim = try await library.claim(request)
      if !claim.books.isEmpty { syncEvents(.claimed(claim.books.map(\.book.number))) }
      if !send(.sync(.claimed(claim, request))) {
        _ = try await library.giveBack(claim.books.map(\.ticket))
      }
    }
  }

  private func claimed(
    _ progress: inout SyncProgress, _ state: inout State, _ claim: Claim, _ request: ClaimRequest
  ) -> Effect<Action> {
    guard let account = progress.account else { return .none }
    progress.add(claim, of: request)
    if claim.isEpochOver || account != state.account {
      progress.stop = progress.stop ?? .accountSwitched
    }
    guard !claim.books.isEmpty else {
      return request.numbers == nil ? finish(progress) : self.claim(&progress, state)
    }
    if progress.stop != nil { return end(&progress, state) }
    let changed = progress.mark.map { state.$books.outcome(since: $0).decisions.map(\.change.id) }
    let newer = Set(changed ?? [])
    for claimed in claim.books where state.hold(claimed, for: account, newer: newer) {
      progress.brought.insert(claimed.book.id)
    }
    progress.phase = .fetching
    return .merge(
      fetch(claim.books, for: account, jobs: progress.options.jobs),
      keepRenewing(lease: progress.lease).cancellable(id: SyncID.renewal)
    )
    .cancellable(id: SyncID.fetch)
  }

  // MARK: Renewing

  /// Beside the fetch, for as long as it lasts: it may be slow, and nobody else shall take its books.
  private func keepRenewing(lease: Int64) -> Effect<Action> {
    // Two renewals may come late, or find the database locked.
    .run { [clock = continuousClock] send in
      for await _ in clock.timer(interval: .milliseconds(max(1, lease / 3))) {
        send(.sync(.renew))
      }
    }
  }

  private func renew(_ progress: SyncProgress) -> Effect<Action> {
    guard progress.phase == .fetching, !progress.outstanding.isEmpty else { return .none }
    let tickets = Array(progress.outstanding.values)
    return .run { [library, lease = progress.lease] send in
      send(.sync(.renewed(dead: try await library.renew(tickets, lease))))
    } catch: { error, send in
      // A lock is waited for by the next renewal, and a lease that has run out takes nothing away
      // unless somebody else claims the book.
      if (error as? StorageError)?.kind == .locked { return }
      send(.sync(.failed(StorageFailure(error))))
    }
  }

  /// The account's tickets are dead at once when it is left: then asking on makes no sense.
  private func renewed(
    _ progress: inout SyncProgress, _ state: State, _ dead: [Ticket: Refusal]
  ) -> Effect<Action> {
    guard progress.phase == .fetching, dead.values.contains(.accountSwitched) else { return .none }
    progress.stop = progress.stop ?? .accountSwitched
    return .concatenate(.cancel(id: SyncID.fetch), end(&progress, state))
  }

  // MARK: Fetching

  /// Asks for the books, as many requests at once as the source bears; each answer is sent as it
  /// comes. Before each further request it looks whether the account's epoch still lasts: what is
  /// asked for an account that was left is for nobody.
  private func fetch(
    _ books: [ClaimedBook], for account: Account, jobs: Int?
  ) -> Effect<Action> {
    .run { [titleSource, library] send in
      let source = titleSource(account)
      let size = source.limits.idsPerRequest
      var requests = stride(from: 0, to: books.count, by: size).map {
        Array(books[$0..<min($0 + size, books.count)])
      }[...]
      let atOnce = max(1, min(jobs ?? .max, source.limits.requestsAtOnce))
      var breaker = SyncBreaker()
      var isOver = false
      await withTaskGroup(of: [Answer].self) { group in
        for request in requests.prefix(atOnce) {
          group.addTask { await Self.ask(source, for: request) }
        }
        requests = requests.dropFirst(atOnce)
        for await answers in group {
          if Task.isCancelled { break }
          breaker.record(answers.map(\.outcome))
          send(.sync(.answered(answers)))
          guard breaker.stop == nil, let request = requests.popFirst() else { continue }
          isOver = await Self.isOver(account, in: library)
          if isOver { break }
          group.addTask { await Self.ask(source, for: request) }
        }
        group.cancelAll()
      }
      send(.sync(.fetched(isOver ? .accountSwitched : breaker.stop)))
    }
  }

  /// Whether the epoch of an account has ended. Where that cannot be read now, the database says it
  /// when the answers are saved.
  private static func isOver(_ account: Account, in library: LibraryClient) async -> Bool {
    do {
      return try await library.epoch(account.id) != account.epoch
    } catch {
      return false
    }
  }

  private static func ask(_ source: TitleSource, for books: [ClaimedBook]) async -> [Answer] {
    let outcomes = await source.fetch(books.map(\.request))
    return zip(books, outcomes).map {
      Answer(book: $0.book.id, ticket: $0.ticket, outcome: $1)
    }
  }

  /// Hands the answers to the children whose tickets they are for. This is the first of the two
  /// guards: it protects the state. The tickets of children that are gone stay outstanding; when
  /// they are given back, the database says why they died.
  private func answered(
    _ progress: inout SyncProgress, _ state: State, _ answers: [Answer]
  ) -> Effect<Action> {
    var actions: [(id: BookID, action: BookFeature.Action)] = []
    for answer in answers {
      guard progress.outstanding[answer.book] == answer.ticket else { continue }
      guard state.books.contains(id: answer.book) else { continue }
      progress.await(answer.ticket, of: answer.book)
      actions.append((answer.book, .response(answer.ticket, answer.outcome)))
    }
    return actions.isEmpty ? .none : .send(.books(.batch(IdentifiedActions(actions))))
  }

  // MARK: Ending

  /// Ends a claim: what has no answer is given back, then the disk's verdicts are awaited.
  private func end(_ progress: inout SyncProgress, _ state: State) -> Effect<Action> {
    progress.phase = .ending
    return progress.outstanding.isEmpty ? save(progress, state) : giveBack(progress, state)
  }

  private func giveBack(_ progress: SyncProgress, _ state: State) -> Effect<Action> {
    let tickets = Array(progress.outstanding.values)
    return attempt { [library, books = state.$books, syncEvents] send in
      // First what the window has removed reaches the disk, so that its tickets die for that.
      _ = try await books.saved(since: books.mark())
      let dead = try await library.giveBack(tickets)
      for (ticket, reason) in dead { syncEvents(.refused(ticket.book, reason)) }
      send(.sync(.gaveBack(tickets, dead: dead)))
    }
  }

  private func save(_ progress: SyncProgress, _ state: State) -> Effect<Action> {
    guard let mark = progress.mark else { return finish(progress) }
    return attempt { [books = state.$books, syncEvents] send in
      let outcome = try await books.saved(since: mark)
      for event in outcome.decisions.compactMap({ SyncEvent($0) }) { syncEvents(event) }
      send(.sync(.saved(outcome)))
    }
  }

  private func saved(
    _ progress: inout SyncProgress, _ state: State, _ outcome: Outcome
  ) -> Effect<Action> {
    for decision in outcome.decisions {
      progress.count(decision)
      state.settle(decision)
    }
    progress.countUnwritten { state.books.contains(id: $0) }
    state.$books.evict(ids: progress.brought)
    progress.brought = []
    return claim(&progress, state)
  }

  private func finish(_ progress: SyncProgress) -> Effect<Action> {
    guard let account = progress.account else {
      return .send(.sync(.finished(DueBooks(free: 0, held: 0))))
    }
    let request = progress.rest(of: account, at: instant(), for: titleSource(account).limits)
    return attempt { [library, syncEvents, stop = progress.stop] send in
      if let stop { syncEvents(.backingOff(stop)) }
      send(.sync(.finished(try await library.due(request))))
    }
  }

  private func attempt(
    _ work: @escaping @Sendable (Send<Action>) async throws -> Void
  ) -> Effect<Action> {
    .run(operation: work) { error, send in send(.sync(.failed(StorageFailure(error)))) }
  }
}

extension LibraryFeature.State {
  /// Takes a claimed book into the window, or gives the ticket to the one that is there.
  /// - Parameter newer: books that were changed here since they may have been claimed.
  /// - Returns: whether it was not there before.
  fileprivate func hold(
    _ claimed: ClaimedBook, for account: Account, newer: Set<BookID>
  ) -> Bool {
    let id = claimed.book.id
    let known = books[id: id]
    let isRenewed = known.map { $0.book.incarnation != claimed.book.incarnation } ?? false
    let child = BookFeature.State(book: claimed.book, account: account, ticket: claimed.ticket)
    // What the news tell, and what was decided since, is newer than the row that was claimed.
    let isNewer = known?.account == account && !isRenewed && (told != nil || newer.contains(id))
    if isNewer || !$books.absorb(child, renewing: isRenewed) {
      // It may also have changes that are not saved yet; they stay.
      books[id: id]?.ticket = claimed.ticket
      books[id: id]?.isLoading = true
    }
    return known == nil
  }

  /// Shows books whose tickets were given back as what they are: not being fetched.
  fileprivate func leaveUnfinished(_ tickets: [Ticket]) {
    let given = Dictionary(tickets.map { ($0.book, $0) }, uniquingKeysWith: { $1 })
    for id in books.ids {
      guard let child = books[id: id], let ticket = child.ticket,
        given[child.book.number] == ticket
      else { continue }
      books[id: id]?.ticket = nil
      books[id: id]?.isLoading = false
    }
  }
}
