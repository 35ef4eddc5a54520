import Glibc

/// What is known of the terminals that the program talks to.
enum Terminal {
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the terminal on a descriptor; `COLUMNS` or 80 where it does not say.
  static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return Environment.value("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Whether to colour what goes to a descriptor: the option, then NO_COLOR, CLICOLOR_FORCE and
  /// TERM, then whether it is a terminal.
  static func usesColor(_ descriptor: Int32, option: GlobalOptions.Color) -> Bool {
    switch option {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if Environment.value("NO_COLOR") != nil { return false }
    if let force = Environment.value("CLICOLOR_FORCE"), force != "0" { return true }
    if Environment.value("TERM") == "dumb" { return false }
    return isTerminal(descriptor)
  }
}
