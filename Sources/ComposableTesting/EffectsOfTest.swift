public import Composable

extension DependencyValues {
  /// Lets a `Store` that a test makes run its effects as a `TestStore` does: one piece at a time, in
  /// order, and so that a `TestClock` waits for them before it moves.
  ///
  /// ```swift
  /// let store = Store(initialState: Search.State()) { Search() } withDependencies: {
  ///   $0.runEffectsInTest()
  ///   $0.continuousClock = clock
  /// }
  /// ```
  public mutating func runEffectsInTest() { effectExecutor = TestExecutor.current() }
}
