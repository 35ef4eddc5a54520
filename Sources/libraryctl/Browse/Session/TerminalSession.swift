import Glibc

/// A terminal that is drawn on as a whole, and whose keys come one by one.
final class TerminalSession {
  /// What has come while one waited.
  struct Arrival {
    var bytes: [UInt8] = []
    /// Whether something else than a key asks for a look at the state or the screen.
    var isWoken = false
    /// Whether the terminal itself may be another one: its size, or what it shows.
    var isTerminalChanged = false
    /// Whether the terminal is gone.
    var isOver = false
  }

  private let input: Int32
  private let output: Int32
  /// Wakes the one who waits for keys, so that the screen is drawn; from any thread.
  let pipe: WakePipe

  /// Whether there is a terminal on standard input and on standard output.
  static var isPossible: Bool {
    Terminal.isTerminal(STDIN_FILENO) && Terminal.isTerminal(STDOUT_FILENO)
  }

  /// Takes the terminal over.
  /// - Throws: `CommandError` where there is none.
  init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(CommandError) {
    self.input = input
    self.output = output
    var original = termios()
    guard tcgetattr(input, &original) == 0 else {
      throw CommandError(
        .failed, "the terminal cannot be asked: \(String(cString: strerror(errno)))",
        in: "standard input")
    }
    pipe = try WakePipe()
    var raw = original
    cfmakeraw(&raw)
    TerminalRestoration.begin(
      input: input, output: output, original: original, raw: raw, wake: pipe.writeEnd)
  }

  /// Gives the terminal back.
  func end() { TerminalRestoration.end() }

  var size: ScreenSize {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Waits for keys, or for somebody who wakes.
  /// - Parameter milliseconds: how long at the most; -1: for ever.
  func wait(milliseconds: Int32) -> Arrival {
    var arrival = Arrival()
    var waiting = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waiting, 2, milliseconds) > 0 else { return arrival }
    if waiting[1].revents != 0 {
      arrival.isWoken = true
      arrival.isTerminalChanged = pipe.drain()
    }
    if waiting[0].revents != 0 {
      if let bytes = read(input, count: 4096) {
        arrival.bytes = bytes
        arrival.isOver = bytes.isEmpty
      } else {
        arrival.isOver = errno != EINTR && errno != EAGAIN
      }
    }
    return arrival
  }

  /// - Returns: nil on an error.
  private func read(_ descriptor: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = Glibc.read(descriptor, &bytes, count)
    return found < 0 ? nil : Array(bytes.prefix(found))
  }

  /// Writes all of it.
  /// - Returns: false when the terminal is gone.
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      default: return false
      }
    }
    return true
  }

  /// Stops the programs of this terminal's foreground, as Ctrl-Z does.
  func stop() { kill(0, SIGTSTP) }
}
