/// Says how an action changes a state, and what is to be done besides.
///
/// A feature implements `body`, from smaller reducers:
///
/// ```swift
/// struct Library: Reducer {
///   var body: some Reducer<State, Action> {
///     Reduce { state, action in … }
///       .forEach(state: \.books, action: .books) { Book() }
///   }
/// }
/// ```
///
/// or, at the leaves, `reduce(into:action:)`. A reducer is pure: it changes the state that it is
/// given, and returns the rest as an effect.
public protocol Reducer<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable
  associatedtype Body

  /// The reducers that this one is made of.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Changes the state as the action asks.
  ///
  /// A reducer that holds another one calls `compiled()` of it once, in its own `compiled()`; calling
  /// this for each action would build the other anew, and its children would lose their place.
  /// - Returns: what is to be done besides.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Builds what a store calls for each action; done once for a store, so that no body is built
  /// again.
  func compiled() -> CompiledReducer<State, Action>
}

extension Reducer where Body: Reducer<State, Action> {
  /// Reduces by the body. A store does not call this: it compiles the body once.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.compiled().reduce(&state, action)
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> { body.compiled() }
}

extension Reducer where Body == Never {
  public var body: Never {
    preconditionFailure("\(Self.self) has no body; it implements reduce(into:action:).")
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> {
    CompiledReducer(reduce: { state, action in self.reduce(into: &state, action: action) })
  }
}
