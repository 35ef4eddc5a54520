import Glibc

/// The file that an export goes to.
struct OutputFile {
  private let path: String
  private let replaces: Bool
  private let draft: DraftFile

  /// Begins the file.
  /// - Parameter replaces: whether a file that is there may be replaced.
  init(_ path: String, replaces: Bool) throws(CommandError) {
    self.path = path
    self.replaces = replaces
    var status = stat()
    if lstat(path, &status) == 0 {
      guard replaces else { throw Self.isThere(path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw CommandError(
          .failed, "cannot write: it is no file that could be replaced", in: path,
          hint: "name another file")
      }
    }
    do throws(SystemError) {
      draft = try DraftFile(for: path, mode: 0o666)
    } catch {
      throw Self.error(error, path)
    }
  }

  func write(_ bytes: [UInt8]) throws(CommandError) {
    do throws(SystemError) {
      try draft.write(bytes)
    } catch {
      throw Self.error(error, path)
    }
  }

  /// Puts the file in its place.
  func finish() throws(CommandError) {
    do throws(SystemError) {
      try draft.finish(replacing: replaces)
    } catch {
      throw error.code == EEXIST ? Self.isThere(path) : Self.error(error, path)
    }
  }

  private static func isThere(_ path: String) -> CommandError {
    CommandError(
      .failed, "the file is there already", in: path,
      hint: "add --force to replace it, or name another")
  }

  private static func error(_ error: SystemError, _ path: String) -> CommandError {
    let hint =
      switch error.code {
      case ENOENT: "make the folder first"
      case ENOSPC, EDQUOT: "make room on the disk, or name a file elsewhere"
      default: "check who may write there"
      }
    return CommandError(.failed, "cannot write: \(error)", in: path, hint: hint)
  }
}
