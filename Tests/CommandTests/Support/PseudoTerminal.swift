import Glibc
import Testing

/// The program on a terminal of its own: keys go in, and what is seen comes out.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var screen: TerminalModel
  private(set) var process: pid_t = 0
  private let master: Int32
  private let slave: Int32
  private var status: Int32?
  private let sandbox: Sandbox

  /// A loaded machine may take its time; one that takes so long has hung.
  private static let patience = Duration.seconds(120)

  /// Starts a program in the sandbox's folder.
  /// - Parameter shell: a line for `sh`, with `$PROGRAM`; nil: the program itself.
  init(
    _ sandbox: Sandbox, _ arguments: [String], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], shell: String? = nil
  ) throws {
    self.sandbox = sandbox
    screen = TerminalModel(columns: columns, rows: rows)
    // As posix_openpt(3), unlockpt(3) and ptsname(3) do it, which Swift does not see.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, setLock, &lock) == 0, ioctl(master, getNumber, &number) == 0
    else { throw Failure(description: "no terminal: \(String(cString: strerror(errno)))") }
    let path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    setSize(columns: columns, rows: rows)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a new session opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))
    var variables = sandbox.variables.merging(["TERM": "xterm-256color"]) { $1 }
    variables["PROGRAM"] = Sandbox.program
    variables.merge(environment) { $1 }
    let command = shell.map { ["bash", "-c", $0, "bash"] } ?? [Sandbox.program]
    let words =
      (["env", "-C", sandbox.directory] + command + arguments).map { strdup($0) } + [nil]
    let pairs = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + pairs).forEach { free($0) } }
    let code = posix_spawnp(&process, "env", &actions, &attributes, words, pairs)
    guard code == 0 else { throw Failure(description: "cannot start: \(code)") }
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(master)
    close(slave)
  }

  private func setSize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Gives the terminal another size, of which the program is told.
  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    setSize(columns: columns, rows: rows)
  }

  /// Types keys as a terminal sends them.
  func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Whether keys are echoed and gathered to lines, as a shell leaves a terminal.
  var isCooked: Bool {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings.c_lflag & UInt32(ICANON | ECHO | ISIG) == UInt32(ICANON | ECHO | ISIG)
  }

  /// Reads until the screen is as is said.
  /// - Throws: when the program ends first, or nothing comes any more.
  func wait(_ what: String = "", until isMet: (TerminalModel) -> Bool) throws {
    let end = ContinuousClock.now + Self.patience
    while !isMet(screen) {
      let isOver = hasEnded
      if !readSome(), isOver {
        throw Failure(description: "ended before \(what); status \(status ?? -1)\n\(screen.text)")
      }
      guard ContinuousClock.now < end else {
        throw Failure(description: "waited in vain for \(what)\n\(screen.text)")
      }
    }
  }

  /// Reads until a text is seen.
  func wait(for text: String) throws { try wait("\"\(text)\"") { $0.text.contains(text) } }

  /// Reads until a text is seen no more.
  func wait(without text: String) throws { try wait("no \"\(text)\"") { !$0.text.contains(text) } }

  /// Waits for the program's end.
  /// - Returns: its status; 128 and the signal's number when a signal ended it.
  func end() throws -> Int32 {
    let end = ContinuousClock.now + Self.patience
    while !hasEnded {
      _ = readSome()
      guard ContinuousClock.now < end else {
        throw Failure(description: "it does not end\n\(screen.text)")
      }
    }
    while readSome() {}
    let status = status ?? 0
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private var hasEnded: Bool {
    if status != nil { return true }
    var state: Int32 = 0
    if waitpid(process, &state, WNOHANG) == process { status = state }
    return status != nil
  }

  /// - Returns: whether there was something to read.
  private func readSome() -> Bool {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 50) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    screen.take(bytes.prefix(count))
    return true
  }
}
