import Glibc
import Testing

/// The `sqlite3` program as a second process that keeps a connection open.
final class Shell {
  static let isInstalled = access("/usr/bin/sqlite3", X_OK) == 0

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private var rest: [UInt8] = []

  init(_ path: String) throws {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    let made = pipe(&toChild) == 0 && pipe(&fromChild) == 0
    try #require(made)
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 2)
    let arguments: [UnsafeMutablePointer<CChar>?] =
      ["sqlite3", "-batch", path].map { (argument: String) in strdup(argument) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let failed = posix_spawn(&child, "/usr/bin/sqlite3", &actions, nil, arguments, environ)
    try #require(failed == 0)
    close(toChild[0])
    close(fromChild[1])
    process = child
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    // Not only the end of its input: another test's child may hold a copy of this pipe.
    let quit = Array("\n;\n.quit\n".utf8)
    _ = Glibc.write(input, quit, quit.count)
    close(input)
    close(output)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Runs SQL and waits until it is done.
  /// - Returns: what the program printed, errors included.
  @discardableResult
  func run(_ sql: String) throws -> String {
    let text = Array((sql + "\n;\n.print <done>\n").utf8)
    try #require(Glibc.write(input, text, text.count) == text.count)
    var lines: [String] = []
    while let line = readLine() {
      if line == "<done>" { return lines.joined(separator: "\n") }
      lines.append(line)
    }
    Issue.record("sqlite3 ended: \(lines)")
    return ""
  }

  private func readLine() -> String? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &buffer, buffer.count)
      if count <= 0 { return nil }
      rest += buffer[..<count]
    }
  }
}
