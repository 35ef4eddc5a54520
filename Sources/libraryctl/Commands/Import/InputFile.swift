import Glibc

/// A file that is read from its beginning to its end, or standard input.
final class InputFile {
  /// The name for messages.
  let name: String
  /// Its length in bytes, where that is known.
  let size: Int?
  private(set) var bytesRead = 0
  private let descriptor: Int32
  private static let chunk = 256 * 1024

  /// Opens a file; `-` is standard input.
  init(_ path: String) throws(CommandError) {
    if path == "-" {
      name = "standard input"
      descriptor = STDIN_FILENO
    } else {
      name = path
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw Self.error(errno, path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.error(errno, name) }
    if status.st_mode & S_IFMT == S_IFDIR { throw Self.error(EISDIR, name) }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// The next bytes; nil at the end of the file.
  /// - Throws: `Interruption.Stopped` when the user wants it to stop, `CommandError` when the file
  ///   cannot be read further.
  func read() throws -> [UInt8]? {
    while true {
      // mutant stopped-file: `if Interruption.isRequested { throw Interruption.Stopped() }` -> `if Interruption.isRequested { return nil }` (ImportStopTests)
      if Interruption.isRequested { throw Interruption.Stopped() }
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, initialized in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count > 0 {
        bytesRead += count
        return bytes
      }
      if count < 0 {
        if errno != EINTR { throw Self.error(errno, name) }
        continue
      }
      // Ctrl-C also ends the program at the other end of a pipe: what it had not written yet is
      // missing, and this is no end.
      // mutant stopped-pipe: `if Interruption.isRequested { throw Interruption.Stopped() }` -> `` (ImportStopTests)
      if Interruption.isRequested { throw Interruption.Stopped() }
      return nil
    }
  }

  private static func error(_ code: Int32, _ name: String) -> CommandError {
    let hint =
      switch code {
      case ENOENT: "check the path"
      case EISDIR: "name a file in it"
      case EACCES: "check who may read it"
      default: "see whether the file can be read with another program"
      }
    return CommandError(
      .failed, "cannot read: \(String(cString: strerror(code)))", in: name, hint: hint)
  }
}
