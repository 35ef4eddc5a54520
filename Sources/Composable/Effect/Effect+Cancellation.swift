extension Effect {
  /// Gives the effect a name, under which `cancel(id:)` ends it, in the same feature or from a
  /// parent.
  /// - Parameters:
  ///   - id: the name; it is known from the moment in which the reducer returns the effect.
  ///   - cancelInFlight: whether effects that run under this name end first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    if isNone { return self }
    return Self(
      operation: .cancellable(CancelID(id), cancelInFlight: cancelInFlight, operation))
  }

  /// Ends the effects with a name, in this feature and in its children; what has not started never
  /// starts. What the same action begins under the name after it is not meant.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(operation: .cancel(CancelID(id)))
  }
}
