import Glibc

/// A server of titles in a process of its own, so that what it costs is counted to nobody else: this
/// program, started once more.
struct ServerProcess {
  /// The first argument of a run that only serves; the number of books follows.
  static let argument = "serve-titles"

  let url: String
  private let process: pid_t
  /// The server ends when this does, whatever becomes of this process.
  private let input: Int32

  struct NotStarted: Error {}

  init(books: Int) throws {
    var toServer: [Int32] = [0, 0]
    var fromServer: [Int32] = [0, 0]
    guard pipe2(&toServer, O_CLOEXEC) == 0 else { throw NotStarted() }
    guard pipe2(&fromServer, O_CLOEXEC) == 0 else {
      toServer.forEach { close($0) }
      throw NotStarted()
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toServer[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromServer[1], 1)
    let words = ["benchmarks", Self.argument, "\(books)"].map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, words, environ)
    close(toServer[0])
    close(fromServer[1])
    defer { close(fromServer[0]) }
    guard code == 0 else {
      close(toServer[1])
      throw NotStarted()
    }
    self.process = process
    input = toServer[1]
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(fromServer[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    url = String(decoding: line, as: UTF8.self)
    guard !line.isEmpty else {
      stop()
      throw NotStarted()
    }
  }

  func stop() {
    close(input)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}
