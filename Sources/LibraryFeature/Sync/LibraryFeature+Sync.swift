import Catalogue
import Composable
import Storage
import Sync

extension LibraryFeature {
  private enum SyncID: Hashable { case claim }

  func sync(_ state: inout State, _ action: SyncAction) -> Effect<Action> {
    if case .start(let options) = action {
      guard state.sync?.isRunning != true else { return .none }
      let unreturned = state.sync?.unreturned ?? []
      state.sync = SyncProgress(options: options, unreturned: unreturned)
      return begin(state.account, returning: unreturned)
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
      progress.unreturned = []
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
      return end(&progress, state)
    case .interrupt:
      progress.stop = progress.stop ?? .interrupted
      // A claim that is being made, or ended, brings it to its end.
      return progress.phase == .fetching ? end(&progress, state) : .none
    case .failed(let failure):
      progress.stop = .storage(failure)
      // mutant failure-ends-in-order: `return end(&progress, state)` -> `progress.isRunning = false⏎      return .cancel(id: SyncID.claim)` (SyncEndStateTests)
      return end(&progress, state)
    case .ended(let end):
      return ended(&progress, state, end)
    case .finished(let due):
      progress.finish(due)
      return .none
    }
  }

  /// A sync holds to the epoch in which it begins.
  /// - Parameter tickets: those that an earlier sync of this state could not give back; their books
  ///   would be passed over until the lease has run out.
  private func begin(_ account: Account?, returning tickets: [Ticket]) -> Effect<Action> {
    attempt { [library] send in
      // mutant tickets-of-a-failed-sync: `_ = try await library.giveBack(tickets)` -> `_ = tickets` (SyncEndStateTests)
      if !tickets.isEmpty { _ = try await library.giveBack(tickets) }
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
      if Task.isCancelled || !send(.sync(.claimed(claim, request))) {
        await Self.giveBackUnheard(claim.books.map(\.ticket), in: library)
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
      keep(progress.tickets, lease: progress.lease)
    )
    .cancellable(id: SyncID.claim)
  }

  // MARK: Keeping tickets

  /// Renews tickets for as long as their books are fetched, which may take longer than the lease.
  ///
  /// An end in order takes the tickets over before it cancels this effect. Tickets that are still
  /// here when it is cancelled belong to a store that is gone, and are given back.
  private func keep(_ tickets: TicketsInHand, lease: Int64) -> Effect<Action> {
    // Two renewals may come late, or find the database locked.
    .run { [library, clock = continuousClock] send in
      for await _ in clock.timer(interval: .milliseconds(max(1, lease / 3))) {
        if !Task.isCancelled { send(.sync(.renew)) }
      }
      // mutant tickets-of-a-store-that-is-gone: `Self.giveBackUnheard(tickets.takeAll(), in: library)` -> `Task.yield()` (SyncEndTests)
      await Self.giveBackUnheard(tickets.takeAll(), in: library)
    }
  }

  /// Gives tickets back for a store that is gone. A failure has nobody to be reported to; the tickets
  /// then run out by themselves.
  private static func giveBackUnheard(_ tickets: [Ticket], in library: LibraryClient) async {
    if !tickets.isEmpty { _ = try? await library.giveBack(tickets) }
  }

  private func renew(_ progress: SyncProgress) -> Effect<Action> {
    guard progress.phase == .fetching, !progress.outstanding.isEmpty else { return .none }
    let tickets = Array(progress.outstanding.values)
    return .run { [library, lease = progress.lease] send in
      // mutant renewal-runs:
      //   `try await library.renew(tickets, lease)`
      //   -> `try await library.renew([], lease)` (LeaseTests)
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
    return end(&progress, state)
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
          // mutant asking-ends-with-epoch:
          //   `if isOver { break }` -> `if isOver, books.isEmpty { break }` (SyncTests)
          if isOver { break }
          group.addTask { await Self.ask(source, for: request) }
        }
        group.cancelAll()
      }
      if Task.isCancelled { return }
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
      // mutant reducer-child-is-there:
      //   `guard state.books.contains(id: answer.book) else { continue }` -> `` (SyncTests)
      guard state.books.contains(id: answer.book) else { continue }
      progress.await(answer.ticket, of: answer.book)
      actions.append((answer.book, .response(answer.ticket, answer.outcome)))
    }
    return actions.isEmpty ? .none : .send(.books(.batch(IdentifiedActions(actions))))
  }

  // MARK: Ending

  /// Ends a claim, for whatever reason; there is no other way out of one.
  ///
  /// In this turn, nothing is asked for or renewed any more and no book is shown as being fetched.
  /// Then answers are saved and the tickets without an answer are given back, each as far as the
  /// database allows: that one of the two fails does not keep the other from being tried.
  private func end(_ progress: inout SyncProgress, _ state: State) -> Effect<Action> {
    progress.phase = .ending
    _ = progress.tickets.takeAll()
    // mutant loading-states-of-an-ended-sync: `state.stopLoading(progress.outstanding)` -> `` (SyncEndStateTests)
    state.stopLoading(progress.outstanding)
    let mark = progress.mark ?? state.$books.mark()
    let tickets = Array(progress.outstanding.values)
    let work = Effect<Action>.run { [library, books = state.$books, syncEvents] send in
      var end = ClaimEnd()
      do {
        // Removals reach the disk before tickets are given back, so that the tickets die for them.
        _ = try await books.saved(since: mark)
      } catch {
        end.failure = StorageFailure(error)
      }
      do {
        if !tickets.isEmpty {
          end.dead = try await library.giveBack(tickets)
          end.given = tickets
        }
      } catch {
        end.failure = end.failure ?? StorageFailure(error)
      }
      end.outcome = books.outcome(since: mark)
      for (ticket, reason) in end.dead { syncEvents(.refused(ticket.book, reason)) }
      for event in end.outcome.decisions.compactMap({ SyncEvent($0) }) { syncEvents(event) }
      if Task.isCancelled { return }
      send(.sync(.ended(end)))
    }
    return .concatenate(.cancel(id: SyncID.claim), work)
  }

  private func ended(
    _ progress: inout SyncProgress, _ state: State, _ end: ClaimEnd
  ) -> Effect<Action> {
    progress.gaveBack(end.given, dead: end.dead)
    for decision in end.outcome.decisions {
      progress.count(decision)
      state.settle(decision)
    }
    if let failure = end.failure {
      progress.stop = .storage(failure)
    } else {
      progress.countUnwritten { state.books.contains(id: $0) }
    }
    // Books whose answers are not saved stay in the window, and are saved with the next change.
    state.$books.evict(ids: progress.brought)
    progress.brought = []
    return claim(&progress, state)
  }

  private func finish(_ progress: SyncProgress) -> Effect<Action> {
    guard let account = progress.account else { return .send(.sync(.finished(nil))) }
    let request = progress.rest(of: account, at: instant(), for: titleSource(account).limits)
    return .run { [library, syncEvents, stop = progress.stop] send in
      if let stop { syncEvents(.backingOff(stop)) }
      let due = try await library.due(request)
      if !Task.isCancelled { send(.sync(.finished(due))) }
    } catch: { error, send in
      // The sync has ended nevertheless; what is left is what it knows itself.
      if !Task.isCancelled { send(.sync(.finished(nil))) }
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
    // mutant claimed-is-older:
    //   `(told != nil || newer.contains(id))` -> `(told != nil)` (NewsRaceTests)
    let isNewer = known?.account == account && !isRenewed && (told != nil || newer.contains(id))
    if isNewer || !$books.absorb(child, renewing: isRenewed) {
      // It may also have changes that are not saved yet; they stay.
      books[id: id]?.ticket = claimed.ticket
      books[id: id]?.isLoading = true
    }
    return known == nil
  }

  /// Shows books whose tickets are given back as what they are: not being fetched.
  fileprivate func stopLoading(_ tickets: [BookID: Ticket]) {
    for (id, ticket) in tickets where books[id: id]?.ticket == ticket {
      $books.withLock { books in
        books[id: id]?.ticket = nil
        books[id: id]?.isLoading = false
      }
    }
  }
}
