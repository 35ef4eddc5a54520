import Catalogue
import Composable
import Storage
import Sync

extension LibraryFeature {
  private enum SyncID: Hashable { case fetch }

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
      state.account = account
      progress.account = account
      return claim(&progress, state)
    case .claimed(let claim):
      return claimed(&progress, state, claim)
    case .answered(let answers):
      return answered(&progress, state, answers)
    case .fetched(let stop):
      progress.stop = progress.stop ?? stop
      return progress.outstanding.isEmpty ? save(progress, state) : giveBack(progress)
    case .gaveBack(let tickets, let dead):
      progress.gaveBack(tickets, dead: dead)
      return save(progress, state)
    case .saved(let outcome):
      for decision in outcome.decisions {
        progress.count(decision)
        state.$books.evict(id: decision.change.id)
      }
      return progress.stop == nil ? claim(&progress, state) : finish(progress)
    case .interrupt:
      let isFetching = progress.stop == nil && !progress.outstanding.isEmpty
      progress.stop = .interrupted
      return isFetching
        ? .concatenate(.cancel(id: SyncID.fetch), giveBack(progress)) : .none
    case .failed(let failure):
      progress.stop = .storage(failure)
      progress.isRunning = false
      return .none
    case .finished(let left):
      progress.left = left
      progress.isRunning = false
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
    if progress.account != state.account { progress.stop = progress.stop ?? .accountSwitched }
    guard let account = progress.account, progress.stop == nil, progress.remaining != 0 else {
      return finish(progress)
    }
    progress.mark = state.$books.mark()
    return attempt { [library, titleSource, syncEvents, instant, progress] send in
      let request = progress.claim(
        of: account, at: instant(), for: titleSource(account).limits)
      let claim = try await library.claim(request)
      if !claim.books.isEmpty { syncEvents(.claimed(claim.books.map(\.book.number))) }
      send(.sync(.claimed(claim)))
    }
  }

  private func claimed(
    _ progress: inout SyncProgress, _ state: State, _ claim: Claim
  ) -> Effect<Action> {
    guard let account = progress.account else { return .none }
    progress.add(claim, at: instant())
    if claim.isEpochOver || account != state.account {
      progress.stop = progress.stop ?? .accountSwitched
    }
    if claim.books.isEmpty { return finish(progress) }
    if progress.stop != nil { return giveBack(progress) }
    state.$books.absorb(
      claim.books.lazy.map {
        BookFeature.State(book: $0.book, account: account, ticket: $0.ticket)
      })
    return fetch(claim.books, for: account, jobs: progress.options.jobs)
      .cancellable(id: SyncID.fetch)
  }

  // MARK: Fetching

  /// Asks for the books, as many requests at once as the source bears; each answer is sent as it
  /// comes.
  private func fetch(
    _ books: [ClaimedBook], for account: Account, jobs: Int?
  ) -> Effect<Action> {
    .run { [titleSource] send in
      let source = titleSource(account)
      let size = source.limits.idsPerRequest
      var requests = stride(from: 0, to: books.count, by: size).map {
        Array(books[$0..<min($0 + size, books.count)])
      }[...]
      let atOnce = max(1, min(jobs ?? .max, source.limits.requestsAtOnce))
      var breaker = SyncBreaker()
      await withTaskGroup(of: [Answer].self) { group in
        for request in requests.prefix(atOnce) {
          group.addTask { await Self.ask(source, for: request) }
        }
        requests = requests.dropFirst(atOnce)
        for await answers in group {
          if Task.isCancelled { break }
          breaker.record(answers.map(\.outcome))
          send(.sync(.answered(answers)))
          if breaker.stop == nil, let request = requests.popFirst() {
            group.addTask { await Self.ask(source, for: request) }
          }
        }
      }
      send(.sync(.fetched(breaker.stop)))
    }
  }

  private static func ask(_ source: TitleSource, for books: [ClaimedBook]) async -> [Answer] {
    let outcomes = await source.fetch(books.map(\.request))
    return zip(books, outcomes).map {
      Answer(book: $0.book.id, ticket: $0.ticket, outcome: $1)
    }
  }

  /// Hands the answers to the children whose tickets they are for; who is gone is counted here. This
  /// is the first of the two guards: it protects the state, and the database checks again.
  private func answered(
    _ progress: inout SyncProgress, _ state: State, _ answers: [Answer]
  ) -> Effect<Action> {
    var actions: [(id: BookID, action: BookFeature.Action)] = []
    for answer in answers {
      guard progress.outstanding[answer.book] == answer.ticket else { continue }
      progress.outstanding[answer.book] = nil
      if answer.ticket.epoch != state.account?.epoch {
        progress.refuse(.accountSwitched)
      } else if state.books.contains(id: answer.book) {
        actions.append((answer.book, .response(answer.ticket, answer.outcome)))
      } else {
        progress.refuse(.removed)
      }
    }
    return actions.isEmpty ? .none : .send(.books(.batch(IdentifiedActions(actions))))
  }

  // MARK: Ending

  private func giveBack(_ progress: SyncProgress) -> Effect<Action> {
    let tickets = Array(progress.outstanding.values)
    return attempt { [library, syncEvents] send in
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

  private func finish(_ progress: SyncProgress) -> Effect<Action> {
    guard let account = progress.account else { return .send(.sync(.finished(left: 0))) }
    return attempt { [library, titleSource, syncEvents, instant] send in
      if let stop = progress.stop { syncEvents(.backingOff(stop)) }
      let request = progress.claim(
        of: account, at: instant(), for: titleSource(account).limits)
      send(.sync(.finished(left: try await library.due(request))))
    }
  }

  private func attempt(
    _ work: @escaping @Sendable (Send<Action>) async throws -> Void
  ) -> Effect<Action> {
    .run(operation: work) { error, send in send(.sync(.failed(StorageFailure(error)))) }
  }
}
