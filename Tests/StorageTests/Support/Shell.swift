import Glibc
import Testing

/// The `sqlite3` program as a second process that keeps a connection open.
final class Shell {
  static let isInstalled = access("/usr/bin/sqlite3", X_OK) == 0

  private let process: pid_t
  /// Both ways; closed in other children from the moment when it is made.
  private let socket: Int32
  private var rest: [UInt8] = []

  init(_ path: String) throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_adddup2(&actions, ends[1], number)
    }
    let arguments: [UnsafeMutablePointer<CChar>?] =
      ["sqlite3", "-batch", path].map { (argument: String) in strdup(argument) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    let failed = posix_spawn(&child, "/usr/bin/sqlite3", &actions, nil, arguments, environ)
    try #require(failed == 0)
    close(ends[1])
    process = child
    socket = ends[0]
  }

  deinit {
    // The end of its input is the end of the program.
    close(socket)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Runs SQL and waits until it is done.
  /// - Returns: what the program printed, errors included.
  @discardableResult
  func run(_ sql: String) throws -> String {
    let text = Array((sql + "\n;\n.print <done>\n").utf8)
    try #require(Glibc.send(socket, text, text.count, Int32(MSG_NOSIGNAL)) == text.count)
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
      let count = read(socket, &buffer, buffer.count)
      if count <= 0 { return nil }
      rest += buffer[..<count]
    }
  }
}
