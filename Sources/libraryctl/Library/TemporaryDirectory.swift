import Glibc

/// A directory for the files of one library that goes away with this value.
final class TemporaryDirectory {
  let path: String

  init() throws(CommandError) {
    let parent = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array((parent + "/libraryctl-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError(
        .failed, "cannot make a temporary directory: \(String(cString: strerror(errno)))",
        in: parent, hint: "set TMPDIR to a directory that can be written")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] {
      unlink(path + "/library.db" + suffix)
    }
    rmdir(path)
  }
}
