import Glibc

/// The program on a terminal of its own, whose keys are timed up to the frame that answers them.
final class BrowsedTerminal {
  /// What ends a frame (synchronised output, mode 2026).
  private static let endOfFrame = Array("\u{1B}[?2026l".utf8)
  private static let patience: Int32 = 10_000

  private let master: Int32
  private var process: pid_t = 0

  /// Starts the program on a terminal of 80 columns and 24 rows; nil: there is none.
  init?(_ command: [String]) {
    // As posix_openpt(3), unlockpt(3) and ptsname(3) do it, which Swift does not see.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var (lock, number): (Int32, Int32) = (0, 0)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard master >= 0, ioctl(master, setLock, &lock) == 0, ioctl(master, getNumber, &number) == 0,
      ioctl(master, UInt(TIOCSWINSZ), &size) == 0
    else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a new session opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(&attributes, newSession)
    let words = (["env", "TERM=xterm-256color"] + command).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    guard posix_spawnp(&process, "env", &actions, &attributes, words, environ) == 0 else {
      return nil
    }
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(master)
  }

  /// Reads until nothing has come for a while.
  func settle() {
    while read(within: 150) != nil {}
  }

  /// Types a key.
  /// - Returns: how long it takes until a frame is whole; nil: none comes.
  func time(_ key: String) -> Duration? {
    settle()
    let bytes = Array(key.utf8)
    let clock = ContinuousClock()
    let start = clock.now
    guard write(master, bytes, bytes.count) == bytes.count else { return nil }
    var seen: [UInt8] = []
    while let more = read(within: Self.patience) {
      seen += more
      if seen.firstRange(of: Self.endOfFrame) != nil { return clock.now - start }
    }
    return nil
  }

  /// - Parameter wait: how long to wait for something, in milliseconds.
  private func read(within wait: Int32) -> ArraySlice<UInt8>? {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, wait) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &bytes, bytes.count)
    return count > 0 ? bytes.prefix(count) : nil
  }
}
