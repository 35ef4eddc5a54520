import Glibc

/// A temporary folder in which the built program runs: its home, its data and its files are there,
/// and nothing of the user's is seen.
final class Sandbox: Sendable {
  /// What a finished process left.
  struct Result: CustomStringConvertible {
    /// The exit status; 128 and the signal's number for a process that a signal ended.
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var description: String { "status \(status)\n\(output)\n\(errors)" }
  }

  let directory: String

  init() {
    var template = Array("/tmp/libraryctl-test-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    let command = ["rm", "-rf", directory]
    let words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    if posix_spawnp(&process, "rm", nil, nil, words, nil) == 0 { waitpid(process, nil, 0) }
  }

  /// The program that was built together with these tests.
  static let program: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      guard let address = bytes.baseAddress else { return 0 }
      return readlink("/proc/self/exe", address, bytes.count)
    }
    let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folder.joined(separator: "/") + "/libraryctl"
  }()

  /// The path of a file in the folder.
  func path(_ name: String) -> String { "\(directory)/\(name)" }

  /// Writes a file into the folder.
  /// - Returns: its path.
  @discardableResult
  func write(_ name: String, _ text: String) -> String { write(name, bytes: Array(text.utf8)) }

  @discardableResult
  func write(_ name: String, bytes: [UInt8]) -> String {
    let path = path(name)
    if let file = fopen(path, "w") {
      _ = fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    return path
  }

  func read(_ path: String) -> String? { Self.read(path: path) }

  /// The text of a file; nil when it cannot be read.
  static func read(path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { isThere(path(name)) }

  /// Whether there is a file or a folder, wherever it is.
  func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Runs the program to its end.
  /// - Parameters:
  ///   - input: what it reads from standard input; nil: nothing is there.
  ///   - environment: variables beside those that keep the run inside the folder.
  func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments: arguments, input: input, environment: environment)
  }

  func run(
    arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try start(Self.program, arguments, input: input, environment: environment).wait()
  }

  /// Runs another program in the folder, found by PATH.
  func run(tool: String, _ arguments: String..., input: String? = nil) throws -> Result {
    try start(tool, arguments, input: input, environment: [:]).wait()
  }

  /// Starts a process and does not wait for it.
  func start(
    _ program: String, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:], output: String? = nil
  ) throws -> RunningProcess {
    var random = SystemRandomNumberGenerator()
    let name = String(random.next() as UInt64, radix: 16)
    let inputPath = input.map { write("stdin-\(name)", $0) } ?? "/dev/null"
    let outputPath = output ?? path("stdout-\(name)")
    return try RunningProcess(
      program, arguments, environment: variables.merging(environment) { $1 }, folder: directory,
      input: inputPath, output: outputPath, errors: path("stderr-\(name)"), sandbox: self)
  }

  var variables: [String: String] {
    var variables = [
      "HOME": directory, "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C",
      "SWIFT_BACKTRACE": "enable=no",
      // A test holds requests until it has done what it wants in between, however busy the machine.
      "LIBRARYCTL_TIMEOUT": "15m",
    ]
    if let path = getenv("LD_LIBRARY_PATH") { variables["LD_LIBRARY_PATH"] = String(cString: path) }
    return variables
  }
}
