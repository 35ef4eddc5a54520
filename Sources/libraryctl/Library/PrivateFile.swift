import Files
import Glibc

/// A file that only its owner can read and write.
enum PrivateFile {
  /// Reads the first bytes of a file.
  /// - Parameters:
  ///   - limit: how many at most; when so many come, there may be more.
  ///   - refusal: makes the error of a reason and what to do about it.
  /// - Returns: nil when there is no file.
  /// - Throws: a refusal when others could have read, changed or made the file.
  static func bytes(
    of path: String, atMost limit: Int, or refusal: (String, String) -> CommandError
  ) throws(CommandError) -> [UInt8]? {
    // A link may lead to a file of somebody else; a pipe would be waited for.
    // mutant token-file-link: `O_RDONLY | O_NOFOLLOW` -> `O_RDONLY` (TokenTests)
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw refusal("the file is a link", "put the file itself there")
      case let code:
        throw refusal(String(cString: strerror(code)), "make it readable: chmod 600 FILE")
      }
    }
    defer { close(descriptor) }
    // What is looked at is what was opened, whatever the name leads to meanwhile.
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw refusal("it is not a regular file", "put a regular file there")
    }
    guard info.st_uid == geteuid() else {
      throw refusal("the file belongs to another user", "make one of your own")
    }
    // mutant token-file-mode:
    //   `info.st_mode & 0o077 == 0` -> `info.st_mode & 0o007 == 0` (TokenTests)
    guard info.st_mode & 0o077 == 0 else {
      throw refusal("others may read or change the file", "chmod 600 \(ShellWord(path))")
    }
    guard info.st_nlink == 1 else {
      throw refusal("the file has a second name", "make a new file with one name")
    }
    do throws(SystemError) {
      return try WholeFile.bytes(of: descriptor, atMost: limit)
    } catch {
      throw refusal(error.description, "check the disk")
    }
  }
}
