import Glibc

/// The built program as a process that is watched.
enum Program {
  /// Where it is: what the variable `PROGRAM` names, else beside this one; nil: it was not built.
  static let path: String? = {
    if let named = getenv("PROGRAM") { return String(cString: named) }
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let path = folder.joined(separator: "/") + "/libraryctl"
    return access(path, X_OK) == 0 ? path : nil
  }()

  /// Runs it to its end.
  /// - Returns: how long it took and its peak memory in bytes; nil: it failed.
  static func run(_ program: String, _ arguments: some Collection<String>) -> (
    duration: Duration, peakMemory: Int
  )? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let clock = ContinuousClock()
    let start = clock.now
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, nil, words, environ) == 0 else { return nil }
    var status: Int32 = 0
    var peak = 0
    // The usage that wait4(2) tells counts this process, from which it was spawned, too.
    while waitpid(process, &status, WNOHANG) == 0 {
      peak = max(peak, highWaterMark(of: process))
      usleep(5000)
    }
    guard status == 0 else { return nil }
    return (clock.now - start, peak)
  }

  /// The most memory that a process has had so far, in bytes (proc_pid_status(5), VmHWM).
  private static func highWaterMark(of process: pid_t) -> Int {
    guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("VmHWM:") else { continue }
      return text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first.map {
        $0 * 1024
      }
        ?? 0
    }
    return 0
  }
}
