import Composable

/// Collects what the runtime reports.
final class Reports: Sendable {
  private let kept = Shared(value: [String](), domain: SharedDomain())

  var texts: [String] { kept.wrappedValue }

  func reporter(_ message: String, _ place: CallSite) { kept.withLock { $0.append(message) } }
}
