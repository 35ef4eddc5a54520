import Glibc
import Synchronization

/// Ctrl-C and SIGTERM: the first one lets a command end in order, a second one ends it at once.
enum Interruption {
  /// What stops work in the middle, so that nothing takes the stop for an end.
  struct Stopped: Error {}

  private static let requested = Atomic<Bool>(false)

  /// Whether the command should come to its end.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Begins to listen.
  static func watch() {
    // Made here, so that the handler only uses it.
    requested.store(false, ordering: .relaxed)
    // Without SA_RESTART: a read that waits for a person or a pipe ends with EINTR.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      if Interruption.requested.exchange(true, ordering: .relaxed) { _exit(130) }
    }
    for number in [SIGINT, SIGTERM] { sigaction(number, &action, nil) }
  }
}
