import Glibc

/// A file of text that is written whole.
enum TextFile {
  /// Writes a file, so that who reads meanwhile sees the old text or the new one.
  /// - Parameter mode: who may read it; the user's umask takes from it.
  static func write(_ text: String, to path: String, mode: mode_t = 0o644) throws(CommandError) {
    do throws(SystemError) {
      let draft = try DraftFile(for: path, mode: mode)
      try draft.write(Array(text.utf8))
      try draft.finish(replacing: true)
    } catch {
      throw CommandError(
        .failed, "cannot write the file: \(error)", in: path, hint: "check who may write there")
    }
  }
}
