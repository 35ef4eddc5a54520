/// Stands in a test for a dependency that the test does not give: who uses it is reported, once.
final class MissingTestValue: @unchecked Sendable {
  // Sendable: `wasReported` is read and written only under the lock.
  private let lock = RecursiveLock()
  private var wasReported = false
  private let asking: DependencyValues.Asking
  private let message: String

  /// Made while the dependency is looked up, so that it knows who asks.
  convenience init(of name: String, remedy: String) {
    self.init(
      """
      A dependency without a value for tests was used in a test.

        Dependency: \(name)

      Likely causes: the test reaches code that it did not mean to reach, or it gives no value.

      Give a value with withDependencies: \(remedy).
      """, by: DependencyValues.whoAsks())
  }

  init(_ message: String, by asking: DependencyValues.Asking) {
    self.message = message
    self.asking = asking
  }

  func reportUse() {
    lock.lock()
    let isFirst = !wasReported
    wasReported = true
    lock.unlock()
    // mutant missing-value-reported-once:
    //   `guard isFirst else { return }` -> `` (StandardDependencyTests)
    guard isFirst else { return }
    // Where the value is used there may be nobody who takes reports.
    IssueReporting.report(
      message, at: asking.place, to: DependencyValues.current.issueReporter ?? asking.reporter)
  }
}
