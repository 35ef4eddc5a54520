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
      // mutant argument-is-utf8: `try checkEncoding(of: arguments)` -> `` (HostileTextTests)
      try checkEncoding(of: arguments)
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

  /// The files, pipes and sockets that a run may have open at once.
  private static let neededDescriptors = 32

  /// Looks whether a run may open the files that it needs. Where it may not, parts of the system's
  /// libraries end the process without a word.
  private static func checkDescriptors() throws(CommandError) {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 256 else { return }
    limit.rlim_cur = min(limit.rlim_max, 256)
    setrlimit(resource, &limit)
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < neededDescriptors {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else {
        throw CommandError(
          .failed,
          "too few files may be open at once: \(opened.count) more, and a run needs "
            + "\(neededDescriptors)", hint: "raise the limit: ulimit -n 256")
      }
      opened.append(descriptor)
    }
  }

  /// Swift reads arguments as UTF-8 and repairs them, so that a file would not be found under its
  /// name, or be written under another.
  private static func checkEncoding(of arguments: [String]) throws(CommandError) {
    for (index, argument) in arguments.enumerated() {
      let word = CommandLine.unsafeArgv[index + 1]
      guard let word, String(validatingCString: word) == nil else { continue }
      throw .usage(
        "an argument is no UTF-8 text", in: argument,
        hint: "rename the file, or pipe it in: libraryctl import - < FILE")
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
      // mutant few-descriptors: `try checkDescriptors()` -> `` (DescriptorTests)
      try checkDescriptors()
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
