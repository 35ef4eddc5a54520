import Glibc

/// A file of text that is written whole.
enum TextFile {
  /// Writes a file beside its place and renames it, so that who reads meanwhile sees the old text or
  /// the new one.
  /// - Parameter mode: who may read it.
  static func write(_ text: String, to path: String, mode: mode_t = 0o644) throws(CommandError) {
    func failure(_ code: Int32) -> CommandError {
      CommandError(
        .failed, "cannot write the file: \(String(cString: strerror(code)))", in: path,
        hint: "check who may write there")
    }
    var template = Array((path + ".XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw failure(errno) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { break }
    }
    let isWhole = rest.isEmpty && fchmod(file, mode) == 0 && fsync(file) == 0
    guard close(file) == 0, isWhole, rename(template, path) == 0 else {
      let code = errno
      unlink(template)
      throw failure(code)
    }
  }
}
