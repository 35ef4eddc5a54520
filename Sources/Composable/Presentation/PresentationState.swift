/// The state of a feature that is presented, or nil: `@Presents var detail: Detail.State?`.
///
/// Who assigns a state presents another feature, even when the new state is equal to the one before
/// or has its ID: the effects of the feature before end, and nothing of them reaches the new one. What
/// is changed in place, as in `state.detail?.title = "Emma"`, stays the same feature.
///
/// Two of them are equal when their states are.
@propertyWrapper
public struct PresentationState<State: Sendable>: Sendable {
  /// A feature that is presented.
  @usableFromInline
  final class Presentation: @unchecked Sendable {
    // Sendable: it is changed only by a holder that is alone with it, and the state is Sendable.
    /// Nil only while it is changed in place.
    @usableFromInline var state: State?
    /// Tells this presentation from every other one.
    @usableFromInline let incarnation: UInt64

    @usableFromInline
    init(_ state: State?, incarnation: UInt64) {
      self.state = state
      self.incarnation = incarnation
    }
  }

  @usableFromInline var presentation: Presentation?

  /// Presents a state, or nothing.
  @inlinable
  public init(wrappedValue: State?) {
    presentation = wrappedValue.map { Presentation($0, incarnation: Stamp.next()) }
  }

  /// The state; nil: nothing is presented.
  @inlinable
  public var wrappedValue: State? {
    get { presentation?.state }
    set { self = Self(wrappedValue: newValue) }
    _modify {
      if let presentation = alone() {
        defer { if presentation.state == nil { self.presentation = nil } }
        yield &presentation.state
      } else {
        var state: State?
        defer { if let state { self = Self(wrappedValue: state) } }
        yield &state
      }
    }
  }

  /// The presentation itself, for `ifLet(state: \.$detail, …)` and `$destination[case:]`.
  @inlinable
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// The value of a case, when the state is an enum in this case.
  ///
  /// It may be changed in place: `state.$destination[case: .edit]?.name = "Emma"`. Assigning a value
  /// presents it; assigning nil dismisses what is presented, when it is in this case.
  public subscript<Value>(case path: CasePath<State, Value>) -> Value? {
    get { wrappedValue[case: path] }
    set {
      if newValue != nil || self[case: path] != nil { wrappedValue = newValue.map(path.embed) }
    }
    _modify { yield &wrappedValue[case: path] }
  }

  /// The presentation, which nothing else holds then; nil: nothing is presented.
  @inlinable
  mutating func alone() -> Presentation? {
    if !isKnownUniquelyReferenced(&presentation), let shared = presentation {
      presentation = Presentation(shared.state, incarnation: shared.incarnation)
    }
    return presentation
  }

  /// What tells this presentation from every other one; nil: nothing is presented.
  var incarnation: UInt64? { presentation?.incarnation }
}

/// `@Presents var detail: Detail.State?`, as `PresentationState`.
public typealias Presents<State: Sendable> = PresentationState<State>
