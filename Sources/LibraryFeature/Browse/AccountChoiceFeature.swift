public import Catalogue
public import Composable

/// The accounts, to choose one from.
public struct AccountChoiceFeature: Reducer {
  public struct State: Equatable, Sendable {
    public let accounts: [Account]
    public internal(set) var selected: Int

    /// - Parameters:
    ///   - accounts: all of them.
    ///   - current: the one that is shown.
    public init(_ accounts: [Account], current: Account?) {
      self.accounts = accounts
      selected = accounts.firstIndex { $0.id == current?.id } ?? 0
    }

    /// The chosen account; nil when there is none.
    public var account: Account? { accounts.indices.contains(selected) ? accounts[selected] : nil }
  }

  public enum Action: Sendable {
    case move(BookListFeature.Move)
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .move(let move) = action else { return .none }
    state.selected = move.place(from: state.selected, of: state.accounts.count, page: 1)
    return .none
  }
}
