/// How much a test's store must be told.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change is asserted, each action received, each effect ended.
  case on

  /// What the test says must hold, and what it does not say may be anything.
  ///
  /// A closure of `send` and `receive` is then given the state from *after* the action, and must not
  /// change it: assign what you expect (`$0.count = 2`), do not count from what was
  /// (`$0.count += 1`). Actions that are not received are skipped: reduced, in order, before the next
  /// is sent or received.
  /// - Parameter showSkippedAssertions: whether what was skipped is shown, as warnings that do not
  ///   fail the test.
  case off(showSkippedAssertions: Bool)

  /// What the test says must hold; what was skipped is not shown.
  public static let off = Self.off(showSkippedAssertions: false)
}
