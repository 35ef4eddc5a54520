/// What was read of a saved value, to be taken in by `absorb`.
public struct SavedValue<Value: Sendable>: Sendable {
  /// Nil: nothing is saved.
  public let value: Value?
  /// How often the value had been saved here before it was read.
  let saves: UInt64
}

extension SavedValue: Equatable where Value: Equatable {}
