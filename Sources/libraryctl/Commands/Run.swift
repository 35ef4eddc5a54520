import Glibc

/// One run of the program, from its arguments to its exit status.
enum Run {
  /// Does what the arguments ask for, and writes an error as one line.
  static func exitCode(arguments: [String]) -> ExitCode {
    // A reader that goes away shows as EPIPE, so that a command ends in order.
    signal(SIGPIPE, SIG_IGN)
    // A file-size limit shows as an error of the write, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    keepStandardDescriptors()
    do {
      return try perform(arguments)
    } catch is BufferedOutput.Closed {
      return .done
    } catch {
      let error = CommandError(describing: error)
      Console.standardError(error.text)
      return error.code
    }
  }

  /// Fills closed standard descriptors, so that no file that is opened later gets their numbers and
  /// what is printed. They are opened the wrong way round: using them is still an error.
  private static func keepStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func perform(_ arguments: [String]) throws -> ExitCode {
    guard !arguments.isEmpty else {
      return try printing(Help.short(root: Program.root))
    }
    switch try Parser.request(arguments, root: Program.root) {
    case .version:
      return try printing("libraryctl \(Program.version)\n")
    case .help(let path, let command):
      return try printing(Help.text(path: path, command: command))
    case .run(let invocation):
      guard let body = invocation.command.body else { return .done }
      let console = try Console(invocation)
      do {
        let code = try body(invocation, console)
        try console.output.flush()
        return code
      } catch {
        // What was written before the error is complete in itself; the error follows it.
        if !(error is BufferedOutput.Closed) { try console.output.flush() }
        throw error
      }
    }
  }

  private static func printing(_ text: String) throws -> ExitCode {
    let output = BufferedOutput(descriptor: STDOUT_FILENO)
    try output.write(text)
    try output.flush()
    return .done
  }
}
