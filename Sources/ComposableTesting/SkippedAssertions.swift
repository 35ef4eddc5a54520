public import Composable

/// Who is told what a test that is not exhaustive has skipped.
enum SkippedAssertionReporterKey: DependencyKey {
  static var liveValue: IssueReporting.Reporter { TestFailure.warn }
  static var testValue: IssueReporting.Reporter { TestFailure.warn }
}

extension DependencyValues {
  /// Is given what a test with `.off(showSkippedAssertions: true)` has skipped; a warning of the test
  /// that runs, which does not fail it, where nothing else is given.
  public var skippedAssertionReporter: IssueReporting.Reporter {
    get { self[SkippedAssertionReporterKey.self] }
    set { self[SkippedAssertionReporterKey.self] = newValue }
  }
}
