import Composable
import Testing

/// Records what a test's store finds, in the test that runs.
enum TestFailure {
  /// Records a failure.
  @Sendable
  static func record(_ message: String, _ place: CallSite) {
    Issue.record(Comment(rawValue: message), sourceLocation: location(place))
  }

  /// Records something that does not fail the test.
  @Sendable
  static func warn(_ message: String, _ place: CallSite) {
    Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: location(place))
  }

  private static func location(_ place: CallSite) -> SourceLocation {
    SourceLocation(
      fileID: place.fileID, filePath: place.filePath, line: max(place.line, 1),
      column: max(place.column, 1))
  }
}
