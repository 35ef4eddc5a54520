import Glibc

/// Gives the terminal back as it was, however the process ends.
///
/// What the signal handlers need is made before they are: plain memory at a fixed place. They call
/// only functions that signal-safety(7) allows: write, tcsetattr, sigaction, raise.
enum TerminalRestoration {
  /// Out of the other screen, with a cursor, line wrapping and plain text (xterm's control
  /// sequences, https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
  static let leaving = "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  /// Onto the other screen, with bracketed paste, and without a cursor and line wrapping.
  static let entering = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l\u{1B}[?25l\u{1B}[2J"

  /// Bytes at a fixed place.
  private struct Bytes {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    init(_ text: String) {
      let bytes = Array(text.utf8)
      start = .allocate(capacity: bytes.count)
      start.initialize(from: bytes, count: bytes.count)
      count = bytes.count
    }

    func write(to descriptor: Int32) { _ = Glibc.write(descriptor, start, count) }
  }

  private struct Saved {
    var input: Int32
    var output: Int32
    /// Is told by a byte that the terminal is another one, or has another size.
    var wake: Int32
    var original: termios
    var raw: termios
    let entering: Bytes
    let leaving: Bytes
    /// What signals did before, by number.
    let before: UnsafeMutablePointer<sigaction>
    var isEntered: Bool
  }

  private static let signalCount = 65
  /// Signals that end the process in order, and those by which it crashes.
  private static let endings = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]

  // Set before the handlers are, and then read by them; the process has one terminal.
  nonisolated(unsafe) private static let saved: UnsafeMutablePointer<Saved> = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
    before.initialize(repeating: sigaction(), count: signalCount)
    let place = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
    place.initialize(
      to: Saved(
        input: -1, output: -1, wake: -1, original: termios(), raw: termios(),
        entering: Bytes(TerminalRestoration.entering), leaving: Bytes(TerminalRestoration.leaving),
        before: before, isEntered: false))
    return place
  }()

  /// Takes the terminal over.
  /// - Parameters:
  ///   - original: how it is.
  ///   - raw: how it is to be.
  ///   - wake: is written a byte when the terminal must be drawn anew.
  static func begin(
    input: Int32, output: Int32, original: termios, raw: termios, wake: Int32
  ) {
    saved.pointee.input = input
    saved.pointee.output = output
    saved.pointee.wake = wake
    saved.pointee.original = original
    saved.pointee.raw = raw
    useOwnStack()
    for number in endings + crashes { watch(number, onEnding) }
    watch(SIGTSTP, onStop)
    watch(SIGCONT, onContinue)
    watch(SIGWINCH, onResize)
    enter()
  }

  /// Gives it back; signals do what they did before.
  static func end() {
    leave()
    for number in endings + crashes + [SIGTSTP, SIGCONT, SIGWINCH] {
      sigaction(number, saved.pointee.before + Int(number), nil)
    }
  }

  private static func watch(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    let before = saved.pointee.before + Int(number)
    sigaction(number, nil, before)
    // nohup(1), and others who ignore a signal, mean it.
    if endings.contains(number), isIgnored(before.pointee) { return }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_ONSTACK | SA_RESTART
    sigemptyset(&action.sa_mask)
    sigaction(number, &action, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// A crash for want of stack needs another one for its handler.
  private static func useOwnStack() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 64 * 1024
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  // MARK: In handlers too

  private static func enter() {
    tcsetattr(saved.pointee.input, TCSANOW, &saved.pointee.raw)
    saved.pointee.entering.write(to: saved.pointee.output)
    saved.pointee.isEntered = true
  }

  private static func leave() {
    guard saved.pointee.isEntered else { return }
    saved.pointee.isEntered = false
    saved.pointee.leaving.write(to: saved.pointee.output)
    tcsetattr(saved.pointee.input, TCSANOW, &saved.pointee.original)
  }

  private static func wake() {
    var byte = UInt8(ascii: "t")
    _ = Glibc.write(saved.pointee.wake, &byte, 1)
  }

  /// Ends the process as it would have ended, with the terminal as it was.
  // mutant browse-restore: `{ number in⏎    leave()⏎` -> `{ number in⏎` (BrowseProcessTests)
  private static let onEnding: @convention(c) (Int32) -> Void = { number in
    leave()
    sigaction(number, saved.pointee.before + Int(number), nil)
    // Blocked while this runs; it comes when this returns.
    raise(number)
  }

  private static let onStop: @convention(c) (Int32) -> Void = { number in
    let code = errno
    leave()
    var ours = sigaction()
    sigaction(number, saved.pointee.before + Int(number), &ours)
    var stopping = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&stopping)
    sigaddset(&stopping, number)
    raise(number)
    // Here it stops, until somebody lets it go on.
    pthread_sigmask(SIG_UNBLOCK, &stopping, &blocked)
    pthread_sigmask(SIG_SETMASK, &blocked, nil)
    sigaction(number, &ours, nil)
    enter()
    wake()
    errno = code
  }

  /// It was stopped, by a signal that nobody sees coming, perhaps; the terminal is the shell's own now.
  private static let onContinue: @convention(c) (Int32) -> Void = { _ in
    let code = errno
    enter()
    wake()
    errno = code
  }

  private static let onResize: @convention(c) (Int32) -> Void = { _ in
    let code = errno
    wake()
    errno = code
  }
}
