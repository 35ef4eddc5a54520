import Catalogue
import LibraryFeature
import Storage
import Sync

/// The end of a sync that came early or fetched nothing, and what to say of it.
struct SyncEnd {
  private let progress: SyncProgress
  private let failures: SyncFailures
  private let account: Account
  private let command: String
  /// The account's status afterwards, for the books that wait; nil: nothing is said of them.
  var waiting: SyncStatus?

  /// The status of a sync that ran to its end.
  static func exitCode(_ progress: SyncProgress) -> ExitCode {
    if progress.failed > 0 || progress.refusedCount > 0 { return .partlyDone }
    if !progress.notClaimable.isEmpty { return progress.claimed == 0 ? .failed : .partlyDone }
    return .done
  }

  /// - Parameter command: the command that goes on, as it was typed.
  /// - Returns: nil for a sync that ran to its end and got answers.
  init?(
    _ progress: SyncProgress, _ failures: SyncFailures, _ account: Account, again command: String
  ) {
    self.progress = progress
    self.failures = failures
    self.account = account
    self.command = command
    if progress.stop == nil, silence == nil { return nil }
  }

  /// Whether the same command may succeed later without anything being changed.
  var isWorthAnotherTry: Bool {
    switch progress.stop {
    case .offline, .rateLimited: true
    case nil: silence?.code == .unavailable
    case .interrupted, .accountSwitched, .unauthorised, .unconfigured, .storage: false
    }
  }

  /// Why it ended so, with its status and the way out.
  var error: CommandError {
    func error(_ code: ExitCode, _ what: String, _ hint: String?) -> CommandError {
      CommandError(code, what, in: "account \(account.name)", hint: hint)
    }
    switch progress.stop {
    case nil:
      guard let silence else { return error(.partlyDone, "some books failed", again("later")) }
      return error(silence.code, silence.what, again("later"))
    case .interrupted:
      return error(.interrupted, "stopped: \(left)`\(command)` goes on", nil)
    case .accountSwitched:
      return error(
        .partlyDone, "the account was switched or changed meanwhile",
        left + "`libraryctl account use \(ShellWord(account.name))`, then `\(command)` goes on")
    case .unauthorised:
      let refusal = refusal
      return error(.unauthorised, refusal.what, refusal.hint)
    case .offline(let reason):
      return error(
        .unavailable, "the title source is out of reach: \(reason)", again("later"))
    case .rateLimited(let seconds):
      guard let seconds else {
        return error(.unavailable, "the title source asks to wait", again("later"))
      }
      let end = Instant(rawValue: SystemClock.now.rawValue + Int64(min(seconds, 1e9) * 1000))
      return error(
        .unavailable, "the title source asks to wait for \(Int(min(seconds, 1e9).rounded(.up))) s",
        again("after \(end)"))
    case .unconfigured(let reason):
      return error(
        .failed, "the account cannot be asked: \(reason)", "see libraryctl account add --help")
    case .storage(let failure):
      return error(
        failure.kind == .locked ? .locked : .failed, "the sync could not go on: \(failure)",
        left + "what was saved is kept; `\(command)` goes on")
    }
  }

  /// How many books are left; empty: none.
  private var left: String {
    switch progress.left {
    case 0: ""
    case 1: "1 book is left; "
    default: "\(progress.left) books are left; "
    }
  }

  /// How to go on: how many books are due now and which wait until when, and the command.
  private func again(_ when: String) -> String {
    var text = left
    if let waiting, waiting.waiting > 0, let next = waiting.nextRetry {
      text +=
        waiting.waiting == 1
        ? "1 that failed waits until \(next); "
        : "\(waiting.waiting) that failed wait, the first until \(next); "
    }
    return text + "run `\(command)` again \(when)"
  }

  /// What a source's refusal means, and what to do about it.
  private var refusal: (what: String, hint: String) {
    let name = ShellWord(account.name)
    guard let kind = SourceKind.named(account.source), kind.wantsContact else {
      return (
        "the title source refuses the account",
        "check its token or contact: libraryctl account show \(name)"
      )
    }
    guard let contact = account.contact else {
      return (
        "\(kind.summary) refuses the requests: it wants a User-Agent with a contact, and the account "
          + "has none", "libraryctl account set \(name) --contact MAIL"
      )
    }
    return (
      "\(kind.summary) refuses the requests, though their User-Agent has the contact \(contact)",
      "see that it is right, or change it with libraryctl account set \(name) --contact MAIL; "
        + "if it is, wait some hours"
    )
  }

  /// A sync to which the source gave no answer at all, for one and the same kind of reason.
  private var silence: (code: ExitCode, what: String)? {
    let answered = progress.updated + progress.unchanged + progress.notFound
    guard answered == 0, let first = failures.first, failures.codes.count == 1,
      let code = failures.codes.first, code != .partlyDone
    else { return nil }
    return (code, "the title source gave no answer: \(first)")
  }
}
