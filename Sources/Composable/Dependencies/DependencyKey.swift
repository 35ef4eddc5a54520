/// A dependency that has a value for tests and previews; its live value is given elsewhere.
public protocol TestDependencyKey: Sendable {
  associatedtype Value: Sendable = Self

  /// The value in tests.
  static var testValue: Value { get }
  /// The value in previews.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

/// A dependency: something that a reducer asks for and does not make, so that a test can give
/// another.
public protocol DependencyKey: TestDependencyKey {
  // Said again, so that Value is inferred from `liveValue`.
  associatedtype Value = Self

  /// The value in a running program.
  static var liveValue: Value { get }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  /// Fails the test that asks for it: a test gives a value, or the key has one for tests.
  public static var testValue: Value {
    DependencyValues.reportNoTestValue(of: Self.self)
    return liveValue
  }
}
