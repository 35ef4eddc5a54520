import Formats
import Glibc

/// The rows of an import that failed, as a file of the same format, to be mended and imported again.
///
/// It is written beside its place and put there when it is whole. A file that is there already stays.
final class RejectsFile {
  private let path: String
  private let frame: FileFrame
  private var draft: Draft?
  private(set) var count = 0

  private struct Draft {
    let path: String
    let descriptor: Int32
  }

  /// - Throws: `CommandError` when there is such a file already, or no such folder.
  init(_ path: String, frame: FileFrame) throws(CommandError) {
    self.path = path
    self.frame = frame
    var status = stat()
    if lstat(path, &status) == 0 { throw Self.error(EEXIST, path) }
    // A folder that is not there is better known before the import than behind it.
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    if access(folder, W_OK | X_OK) != 0 { throw Self.error(errno, path) }
  }

  deinit {
    if let draft {
      close(draft.descriptor)
      unlink(draft.path)
    }
  }

  /// Adds a row.
  /// - Parameter source: the row as it stands in its file, without what stands between rows.
  func add(_ source: [UInt8]) throws(CommandError) {
    if draft == nil {
      draft = try open()
      try write(frame.beginning)
    } else {
      try write(frame.separator)
    }
    try write(source)
    count += 1
  }

  /// Puts the file in its place, if a row was added.
  func finish() throws(CommandError) {
    guard let draft else { return }
    try write(frame.end)
    guard fsync(draft.descriptor) == 0, link(draft.path, path) == 0 else {
      throw Self.error(errno, path)
    }
    unlink(draft.path)
    close(draft.descriptor)
    self.draft = nil
  }

  private func open() throws(CommandError) -> Draft {
    var template = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.error(errno, path) }
    return Draft(
      path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self),
      descriptor: descriptor)
  }

  private func write(_ bytes: [UInt8]) throws(CommandError) {
    guard let draft else { return }
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.write(draft.descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        start += count
      } else if errno != EINTR {
        throw Self.error(errno, path)
      }
    }
  }

  private static func error(_ code: Int32, _ path: String) -> CommandError {
    let hint =
      switch code {
      case EEXIST: "name another file, or move this one away"
      case ENOENT: "make the folder first"
      case ENOSPC, EDQUOT: "make room, and import again"
      default: "name a file where you may write"
      }
    return CommandError(
      .failed, "cannot write the failed rows: \(String(cString: strerror(code)))", in: path,
      hint: hint)
  }
}
