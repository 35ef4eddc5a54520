import Formats
import Glibc

/// The rows of an import that failed, as a file of the same format, to be mended and imported again.
///
/// It is written beside its place and put there when it is whole. A file that is there already stays.
final class RejectsFile {
  private let path: String
  private let frame: FileFrame
  private var draft: DraftFile?
  private(set) var count = 0

  /// - Throws: `CommandError` when there is such a file already, or no such folder.
  init(_ path: String, frame: FileFrame) throws(CommandError) {
    self.path = path
    self.frame = frame
    var status = stat()
    if lstat(path, &status) == 0 { throw Self.error(SystemError(code: EEXIST), path) }
    // A folder that is not there is better known before the import than behind it.
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    if access(folder, W_OK | X_OK) != 0 { throw Self.error(SystemError(code: errno), path) }
  }

  /// Adds a row.
  /// - Parameter source: the row as it stands in its file, without what stands between rows.
  func add(_ source: [UInt8]) throws(CommandError) {
    do throws(SystemError) {
      if let draft {
        try draft.write(frame.separator + source)
      } else {
        let draft = try DraftFile(for: path, mode: 0o600)
        self.draft = draft
        try draft.write(frame.beginning + source)
      }
    } catch {
      throw Self.error(error, path)
    }
    count += 1
  }

  /// Puts the file in its place, if a row was added.
  func finish() throws(CommandError) {
    guard let draft else { return }
    do throws(SystemError) {
      try draft.write(frame.end)
      try draft.finish(replacing: false)
    } catch {
      throw Self.error(error, path)
    }
    self.draft = nil
  }

  private static func error(_ error: SystemError, _ path: String) -> CommandError {
    let hint =
      switch error.code {
      case EEXIST: "name another file, or move this one away"
      case ENOENT: "make the folder first"
      case ENOSPC, EDQUOT: "make room, and import again"
      default: "name a file where you may write"
      }
    return CommandError(
      .failed, "cannot write the failed rows: \(error)", in: path, hint: hint)
  }
}
