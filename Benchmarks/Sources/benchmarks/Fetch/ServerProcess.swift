import Glibc

/// A server of titles in a process of its own, so that what it costs is counted to nobody else: this
/// program, started once more.
struct ServerProcess {
  /// The first argument of a run that only serves; the number of books follows.
  static let argument = "serve-titles"

  let url: String
  private let process: pid_t
  /// The server ends when this does, whatever becomes of this process.
  private let line: Int32

  struct NotStarted: Error {}

  init(books: Int) throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw NotStarted() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let command = ["benchmarks", Self.argument, "\(books)"]
    let words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, words, environ)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw NotStarted()
    }
    self.process = process
    line = ends[0]
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(line, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    url = String(decoding: bytes, as: UTF8.self)
    guard !bytes.isEmpty else {
      stop()
      throw NotStarted()
    }
  }

  func stop() {
    close(line)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}
