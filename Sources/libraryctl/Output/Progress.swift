import Glibc

/// How far a long command is, on standard error: a line that is written over on a terminal, now and
/// then a plain line with `--verbose` elsewhere, nothing with `--quiet`, and nothing at all for what
/// is done within half a second.
final class Progress {
  private let isTerminal = Terminal.isTerminal(STDERR_FILENO)
  /// Whether anything will be said.
  let isShown: Bool
  private let unit: String
  private let started = SystemClock.elapsed
  private var next: Double
  private var hasLine = false

  /// - Parameter unit: what is counted: `rows`.
  init(_ console: Console, unit: String) {
    self.unit = unit
    isShown = !console.isQuiet && (isTerminal || console.isVerbose)
    next = started + (isTerminal ? 0.5 : 5)
  }

  /// Says how far it is, if it is time to.
  /// - Parameters:
  ///   - done: how many are done.
  ///   - share: how much of the whole that is, from 0 to 1, where it is known.
  ///   - failed: how many of them failed.
  func update(done: Int, share: Double?, failed: Int) {
    guard isShown else { return }
    let now = SystemClock.elapsed
    guard now >= next else { return }
    next = now + (isTerminal ? 0.1 : 5)
    let seconds = now - started
    var line = "\(done) \(unit), \(Int(Double(done) / max(seconds, 0.001)))/s"
    if let share, share > 0.01 {
      let left = Int((seconds / share - seconds).rounded(.up))
      line = "\(Int(share * 100)) %, " + line + ", \(left) s left"
    }
    if failed > 0 { line += ", \(failed) failed" }
    if isTerminal {
      let columns = Terminal.columns(of: STDERR_FILENO)
      Console.standardErrorPart("\r\u{1B}[K" + DisplayWidth.fitted(line, columns: columns - 1))
      hasLine = true
    } else {
      Console.standardError("libraryctl: \(line)")
    }
  }

  /// Takes the line away, before something else is written or at the end.
  func clear() {
    if hasLine { Console.standardErrorPart("\r\u{1B}[K") }
    hasLine = false
  }
}
