import Glibc

/// A process that was started and may be signalled or waited for.
final class RunningProcess {
  struct CannotStart: Error {
    let program: String
    let code: Int32
  }

  let process: pid_t
  private let output: String
  private let errors: String
  private let sandbox: Sandbox

  init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    input: String, output: String, errors: String, sandbox: Sandbox
  ) throws {
    self.output = output
    self.errors = errors
    self.sandbox = sandbox
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | (output.hasPrefix("/dev/") ? 0 : O_TRUNC)
    posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

    // Threads that run tests may block signals, and a child inherits that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    // `env` goes to the folder and becomes the program, in the same process.
    let words = (["env", "-C", folder, program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, "env", &actions, &attributes, words, variables)
    guard code == 0 else { throw CannotStart(program: program, code: code) }
    self.process = process
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Stops it, and returns when the kernel says that it stands still.
  func stop() {
    send(SIGSTOP)
    var state: Int32 = 0
    while waitpid(process, &state, WUNTRACED) < 0, errno == EINTR {}
  }

  /// Lets it go on.
  func goOn() { send(SIGCONT) }

  /// A file of /proc about it: `cmdline`, `environ`.
  func kernelFile(_ name: String) -> String {
    sandbox.read("/proc/\(process)/\(name)") ?? ""
  }

  /// Waits for its end.
  func wait() -> Sandbox.Result {
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0, errno == EINTR {}
    let signal = state & 0x7F
    return Sandbox.Result(
      status: signal == 0 ? state >> 8 & 0xFF : 128 + signal,
      output: output.hasPrefix("/dev/") ? "" : sandbox.read(output) ?? "",
      errors: sandbox.read(errors) ?? "")
  }
}
