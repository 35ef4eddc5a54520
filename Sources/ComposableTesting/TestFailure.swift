import Composable
import Testing

/// Records a failure of the test that runs.
enum TestFailure {
  @Sendable
  static func record(_ message: String, _ place: CallSite) {
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: place.fileID, filePath: place.filePath, line: max(place.line, 1),
        column: max(place.column, 1)))
  }
}
