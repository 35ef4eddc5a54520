import Catalogue
import Composable
import Storage

extension LibraryFeature {
  private enum WatchID: Hashable { case watch }

  func storage(_ state: inout State, _ action: StorageAction) -> Effect<Action> {
    switch action {
    case .changed(let news, let mark): return changed(&state, news, since: mark)
    case .saved(let outcome): return saved(&state, outcome)
    case .failed(let error):
      state.failure = error.description
      return .none
    }
  }

  // MARK: Following others

  func watch(_ state: State, every interval: Duration) -> Effect<Action> {
    .run { [library, books = state.$books, clock = continuousClock] send in
      // Each mark is made before what it guards is read.
      var mark = books.mark()
      for try await news in library.changes(every: interval, clock: clock) {
        send(.storage(.changed(news, since: mark)))
        mark = books.mark()
      }
    } catch: { error, send in
      send(.storage(.failed(StorageFailure(error))))
    }
    .cancellable(id: WatchID.watch, cancelInFlight: true)
  }

  func unwatch(_ state: inout State) -> Effect<Action> {
    state.told = nil
    return .cancel(id: WatchID.watch)
  }

  /// Brings the window to what others, and this program itself, have made of the rows.
  private func changed(
    _ state: inout State, _ news: BookNews, since mark: SaveMark<BookFeature.State>
  ) -> Effect<Action> {
    state.told = news.position.entry
    guard let account = state.account else { return .none }
    if news.mustReload { return open(state, state.books.map(\.book.number).filter(\.isGiven)) }
    let decided = state.decided(after: news.asOf, since: mark)
    let ids = news.isAboutNumbers ? state.idsOfNumbers : [:]
    /// Books with changes of this program that are newer, or not decided yet.
    var left: [BookNumber] = []
    for change in news.changes {
      let number = change.number
      if case .unreadable(_, let error) = change {
        if ids[number] != nil { state.failure = error.description }
        continue
      }
      // Another row has come under the number, or none.
      if let id = ids[number], id != change.book?.id,
        decided.contains(id) || !state.drop(id)
      {
        left.append(number)
      }
      guard let book = change.book, state.books.contains(id: book.id) else { continue }
      let isDone =
        // mutant news-decided:
        //   `if decided.contains(book.id) {⏎          false`
        //   -> `if false {⏎          false` (NewsRaceTests)
        if decided.contains(book.id) {
          false
        } else if case .removed = change {
          state.drop(book.id, removedAs: book.incarnation)
        } else {
          state.take(book, of: account)
        }
      if !isDone { left.append(number) }
    }
    return left.isEmpty ? .none : openOnceDecided(state, left)
  }

  /// Reads rows again when the changes of this program to them are decided: what others made of them
  /// is not told twice.
  private func openOnceDecided(_ state: State, _ numbers: [BookNumber]) -> Effect<Action> {
    .run { [books = state.$books] send in
      _ = try await books.saved(since: books.mark())
      send(.open(numbers))
    } catch: { error, send in
      send(.storage(.failed(StorageFailure(error))))
    }
  }

  // MARK: Opening

  func open(_ state: State, _ numbers: [BookNumber]) -> Effect<Action> {
    if numbers.isEmpty { return .none }
    return .run { [library, books = state.$books, account = state.account] send in
      let account = if let account { account } else { try await library.account(nil) }
      let mark = books.mark()
      send(.opened(try await library.load(numbers, account), account, since: mark))
    } catch: { error, send in
      send(.storage(.failed(StorageFailure(error))))
    }
  }

  func opened(
    _ state: inout State, _ loaded: LoadedBooks, _ account: Account,
    since mark: SaveMark<BookFeature.State>
  ) -> Effect<Action> {
    // Another account is open by now, and its window stays its own.
    guard state.account == nil || state.account == account else { return .none }
    state.account = account
    // The news have told of later changes, and do not tell of them again.
    // mutant opened-before-news:
    //   `if let told = state.told, loaded.asOf < told {`
    //   -> `if let told = state.told, loaded.asOf < told, told.rawValue < 0 {` (NewsRaceTests)
    if let told = state.told, loaded.asOf < told { return open(state, loaded.numbers) }
    let decided = state.decided(after: loaded.asOf, since: mark)
    var left: [BookNumber] = []
    var gone = Set(loaded.numbers)
    for book in loaded.books {
      gone.remove(book.number)
      // mutant opened-decided:
      //   `if decided.contains(book.id) || !state.take` -> `if !state.take` (NewsRaceTests)
      if decided.contains(book.id) || !state.take(book, of: account) { left.append(book.number) }
    }
    if !gone.isEmpty {
      let ids = state.idsOfNumbers
      for id in gone.compactMap({ ids[$0] }) where !decided.contains(id) { state.drop(id) }
    }
    // Unless others are followed, what this program knows of its own changes is enough.
    return left.isEmpty || state.told == nil ? .none : openOnceDecided(state, left)
  }

  // MARK: Saving

  /// Waits for the disk, and brings its verdicts back.
  func save(_ state: State, since mark: SaveMark<BookFeature.State>) -> Effect<Action> {
    .run { [books = state.$books] send in
      send(.storage(.saved(try await books.saved(since: mark))))
    } catch: { error, send in
      send(.storage(.failed(StorageFailure(error))))
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
      let child = state.books[id: id]
      state.settle(decision)
      if let child, child.account == state.account, !state.books.contains(id: id) {
        // mutant refused-change-counts-fetch:
        //   `        state.refuseUnfinished(child, .removed)`
        //   -> `        _ = child` (NewsRaceTests)
        state.refuseUnfinished(child, .removed)
      }
      // It was still being saved when its account was left.
      if state.books[id: id]?.account != state.account { state.$books.evict(id: id) }
      if state.books.contains(id: id) {
        decided.append(
          .send(.books(.element(id: id, action: .decided(decision.verdict, redemption)))))
      }
    }
    return .merge(decided)
  }
}

extension BookNumber {
  /// Whether a row has it; a book that is new here has none yet.
  fileprivate var isGiven: Bool { rawValue > 0 }
}

extension BookNews {
  /// Whether a row may have left its number.
  fileprivate var isAboutNumbers: Bool {
    changes.contains { if case .changed(_, isNew: false) = $0 { false } else { true } }
  }
}

extension BookNews.Change {
  fileprivate var number: BookNumber {
    switch self {
    case .changed(let book, _), .removed(let book): book.number
    case .deleted(let number), .unreadable(let number, _): number
    }
  }

  /// The row, where there is one, be it in the trash.
  fileprivate var book: Book? {
    switch self {
    case .changed(let book, _), .removed(let book): book
    case .deleted, .unreadable: nil
    }
  }
}
