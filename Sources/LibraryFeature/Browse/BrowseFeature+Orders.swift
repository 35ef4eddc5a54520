import Catalogue
import Composable
import Storage

extension BrowseFeature {
  /// What a key asks for where a list or a book is shown.
  public enum Order: Hashable, Sendable {
    case move(BookListFeature.Move)
    case open
    case close
    case search
    case clearSearch
    case sort
    case reverse
    case edit
    case commitEdit
    case clearField
    case remove
    case undo
    case fetch
    case sync
    case chooseAccount
    case useAccount
    case showKeys
    case quit
  }

  func order(_ state: inout State, _ order: Order) -> Effect<Action> {
    switch order {
    case .move(let move):
      return .send(
        state.accounts != nil
          ? .accounts(.move(move)) : state.detail != nil ? .detail(.move(move)) : .list(.move(move))
      )
    case .open:
      if let id = state.book?.id { state.detail = BookDetailFeature.State(id: id) }
    case .close:
      if state.showsKeys {
        state.showsKeys = false
      } else if state.accounts != nil {
        state.accounts = nil
      } else {
        state.detail = nil
      }
    case .search: return .send(.list(.beginSearch))
    case .clearSearch: return .send(.list(.clearSearch))
    case .sort: return .send(.list(.sortByNextKey))
    case .reverse: return .send(.list(.reverse))
    case .showKeys: state.showsKeys = true
    case .edit: return beginEdit(&state)
    case .commitEdit: return commitEdit(&state)
    case .clearField: return clearField(&state)
    case .remove: return remove(&state)
    case .undo: return undo(&state)
    case .fetch: return fetch(&state)
    case .sync: return sync(&state)
    case .chooseAccount: return chooseAccount(&state)
    case .useAccount: return useAccount(&state)
    case .quit: return quit(&state)
    }
    return .none
  }

  /// Whether something may be changed; if not, it says why.
  private func mayChange(_ state: inout State) -> Bool {
    guard let hindrance = state.hindrance else { return true }
    state.notice = .problem(hindrance)
    return false
  }

  // MARK: Editing

  private func beginEdit(_ state: inout State) -> Effect<Action> {
    guard mayChange(&state), let detail = state.detail, let book = state.book?.book else {
      return .none
    }
    return .send(.detail(.beginEdit(book.shown.text(of: detail.column) ?? "")))
  }

  private func commitEdit(_ state: inout State) -> Effect<Action> {
    guard let edit = state.detail?.edit, let book = state.book?.book else { return .none }
    let text = edit.line.text
    if text == book.shown.text(of: edit.column) ?? "" { return .send(.detail(.endEdit)) }
    var typed = book.typed
    if text.allSatisfy(\.isWhitespace) {
      guard typed.sayEmpty(edit.column) else {
        return .send(
          .detail(.refuse("cannot be said to be empty here; x takes back what was typed")))
      }
    } else {
      typed.forget(edit.column)
      do throws(BrowseClient.Unreadable) {
        try browse.read(text, edit.column, &typed)
      } catch {
        return .send(.detail(.refuse(error.reason)))
      }
    }
    return .merge(.send(.detail(.endEdit)), say(typed, of: book))
  }

  private func clearField(_ state: inout State) -> Effect<Action> {
    guard mayChange(&state), let detail = state.detail, let book = state.book?.book else {
      return .none
    }
    var typed = book.typed
    typed.forget(detail.column)
    guard typed != book.typed else {
      state.notice = .said("nothing was typed for \(detail.column.name)")
      return .none
    }
    return say(typed, of: book)
  }

  private func say(_ typed: BookDetails, of book: Book) -> Effect<Action> {
    .send(.library(.books(.element(id: book.id, action: .edit(typed)))))
  }

  // MARK: Removing and undoing

  private func remove(_ state: inout State) -> Effect<Action> {
    guard mayChange(&state), let id = state.book?.id else { return .none }
    state.detail = nil
    return .send(.library(.remove(id)))
  }

  private func undo(_ state: inout State) -> Effect<Action> {
    guard mayChange(&state), let account = state.library.account else { return .none }
    return .run { [browse, books = state.library.$books] send in
      // What was just typed is the last change only once it is on disk.
      _ = try await books.saved(since: books.mark())
      send(.undone(try await browse.undo(account)))
    } catch: { error, send in
      send(.failed("\(error)"))
    }
  }

  // MARK: Fetching

  private func fetch(_ state: inout State) -> Effect<Action> {
    guard mayChange(&state), let id = state.book?.id else { return .none }
    return .send(.library(.books(.element(id: id, action: .reload))))
  }

  private func sync(_ state: inout State) -> Effect<Action> {
    guard mayChange(&state), let account = state.library.account else { return .none }
    if state.library.sync?.isRunning == true { return .send(.library(.sync(.interrupt))) }
    return .run { [titleSource, syncOptions] send in
      // Making a source may read a file; from then on it is there.
      _ = titleSource(account)
      send(.library(.sync(.start(syncOptions))))
    }
  }

  // MARK: Accounts

  private func chooseAccount(_ state: inout State) -> Effect<Action> {
    guard mayChange(&state) else { return .none }
    return .run { [browse] send in
      send(.accountsFound(try await browse.accounts()))
    } catch: { error, send in
      send(.failed("\(error)"))
    }
  }

  private func useAccount(_ state: inout State) -> Effect<Action> {
    guard let account = state.accounts?.account else { return .none }
    state.accounts = nil
    if account.id == state.library.account?.id { return .none }
    return .send(.library(.useAccount(account.name)))
  }

  // MARK: Ending

  /// A sync gives back first what it has not asked for; asked again, it is left where it is.
  private func quit(_ state: inout State) -> Effect<Action> {
    guard state.library.sync?.isRunning == true, !state.isEnding else {
      state.isOver = true
      return .none
    }
    state.isEnding = true
    return .send(.library(.sync(.interrupt)))
  }
}
