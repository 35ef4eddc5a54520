import Glibc

/// Where the runtime reports a programmer's mistake: to the test that runs, or, in a debug build, to
/// standard error. A report never stops the program.
public enum IssueReporting {
  /// Takes a report: what happened, where, the value, likely causes and the remedy; and the place in
  /// the source that has to change.
  public typealias Reporter = @Sendable (_ message: String, _ place: CallSite) -> Void

  /// Reports a mistake.
  /// - Parameters:
  ///   - message: the whole text.
  ///   - place: the place in the source that has to change.
  ///   - reporter: who takes it; nil: that of the current dependencies.
  public static func report(
    _ message: @autoclosure () -> String, at place: CallSite, to reporter: Reporter? = nil
  ) {
    if let reporter = reporter ?? DependencyValues.current.issueReporter {
      reporter(message(), place)
      return
    }
    #if DEBUG
      var text = "\(place.fileID):\(place.line): \(message())\n"
      text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    #endif
  }
}
