public import Catalogue
public import Composable
public import Sync

/// Gives the source that an account asks; the same one for the same account, so that its rate holds
/// for all who ask.
public enum TitleSourceKey: DependencyKey {
  public typealias Value = @Sendable (Account) -> TitleSource

  public static let liveValue: Value = keeping { TitleSource.live(for: $0) }

  /// Makes each account's source once.
  /// - Parameter make: makes the source of an account.
  public static func keeping(
    _ make: @escaping @Sendable (Account) -> TitleSource
  ) -> Value {
    let known = Shared<[Account: TitleSource]>(value: [:], domain: SharedDomain())
    return { account in
      known.withLock { sources in
        if let source = sources[account] { return source }
        let source = make(account)
        sources[account] = source
        return source
      }
    }
  }
}

extension DependencyValues {
  /// The source that an account asks.
  public var titleSource: TitleSourceKey.Value {
    get { self[TitleSourceKey.self] }
    set { self[TitleSourceKey.self] = newValue }
  }
}
