import Catalogue
import LibraryFeature
import Storage

/// What the end of a sync means for the exit status, and what to say of an end that came early.
enum SyncEnd {
  /// The status of a sync that ran to its end.
  static func exitCode(_ progress: SyncProgress) -> ExitCode {
    if progress.failed > 0 || progress.refusedCount > 0 { return .partlyDone }
    if !progress.notClaimable.isEmpty { return progress.claimed == 0 ? .failed : .partlyDone }
    return .done
  }

  /// Why a sync ended early or fetched nothing, with its status and the way out; nil: it did not.
  /// - Parameter command: the command that goes on, as it was typed.
  static func error(
    _ progress: SyncProgress, _ failures: [TitleFailure], _ account: Account,
    again command: String
  ) -> CommandError? {
    let left =
      switch progress.left {
      case 0: ""
      case 1: "1 book is left; "
      default: "\(progress.left) books are left; "
      }
    let again = left + "run `\(command)` again later"
    func error(_ code: ExitCode, _ what: String, _ hint: String?) -> CommandError {
      CommandError(code, what, in: "account \(account.name)", hint: hint)
    }
    switch progress.stop {
    case nil:
      return silence(progress, failures).map { error($0.code, $0.what, again) }
    case .interrupted:
      return error(.interrupted, "stopped: \(left)`\(command)` goes on", nil)
    case .accountSwitched:
      return error(
        .partlyDone, "the account was switched or changed meanwhile",
        left + "`libraryctl account use \(ShellWord(account.name))`, then `\(command)` goes on")
    case .unauthorised:
      let refusal = refusal(of: account)
      return error(.unauthorised, refusal.what, refusal.hint)
    case .offline(let reason):
      return error(.unavailable, "the title source is out of reach: \(reason)", again)
    case .rateLimited(let seconds):
      let wait = seconds.map { " for \(Int($0.rounded(.up))) s" } ?? ""
      return error(.unavailable, "the title source asks to wait\(wait)", again)
    case .unconfigured(let reason):
      return error(
        .failed, "the account cannot be asked: \(reason)", "see libraryctl account add --help")
    case .storage(let failure):
      return error(
        failure.kind == .locked ? .locked : .failed, "the sync could not go on: \(failure)",
        "what was saved is kept; `\(command)` goes on")
    }
  }

  /// What a source's refusal means, and what to do about it.
  private static func refusal(of account: Account) -> (what: String, hint: String) {
    let name = ShellWord(account.name)
    guard account.source == .openLibrary else {
      return (
        "the title source refuses the account",
        "check its token or contact: libraryctl account show \(name)"
      )
    }
    guard let contact = account.contact else {
      return (
        "Open Library refuses the requests: it wants a User-Agent with a contact, and the account "
          + "has none", "libraryctl account set \(name) --contact MAIL"
      )
    }
    return (
      "Open Library refuses the requests, though their User-Agent has the contact \(contact)",
      "see that it is right, or change it with libraryctl account set \(name) --contact MAIL; "
        + "if it is, wait some hours"
    )
  }

  /// A sync to which the source gave no answer at all, for one and the same kind of reason.
  private static func silence(
    _ progress: SyncProgress, _ failures: [TitleFailure]
  ) -> (code: ExitCode, what: String)? {
    let answered = progress.updated + progress.unchanged + progress.notFound
    guard answered == 0, let first = failures.first else { return nil }
    let codes = Set(failures.map(code))
    guard codes.count == 1, let code = codes.first, code != .partlyDone else { return nil }
    return (code, "the title source gave no answer: \(first)")
  }

  private static func code(_ failure: TitleFailure) -> ExitCode {
    switch failure {
    case .offline, .timedOut, .rateLimited, .server, .tooLarge, .unreadable: .unavailable
    case .unauthorised: .unauthorised
    case .unconfigured: .failed
    case .malformed: .partlyDone
    }
  }
}
