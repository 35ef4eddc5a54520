import Glibc

/// A file that is written beside its place and put there when it is complete: what is there before is
/// replaced at once or not at all, and a crash leaves the one file or the other.
///
/// A draft that its maker left behind, since it was killed, is removed by the next draft in the same
/// folder.
public final class DraftFile {
  /// Where the draft is written. What SQLite keeps beside it goes away with it.
  public let path: String
  private let placement: Placement
  private var descriptor: Int32

  /// Begins the file, for its owner only while it is written.
  /// - Throws: a `PlacementError`, as `Placement.check()` does.
  public init(_ placement: Placement) throws(PlacementError) {
    try placement.checkProtection()
    let isThere = try placement.status() != nil
    DraftName.removeDead(in: Folder.holding(placement.path))
    self.placement = placement
    // A draft of a private file is as private as that.
    let mode = isThere ? placement.mode & 0o600 : placement.mode
    do throws(SystemError) {
      (path, descriptor) = try DraftName.makeFile(for: placement.path, mode: mode)
    } catch {
      throw .system(error)
    }
  }

  deinit { discard() }

  /// Removes the drafts beside a file whose makers were killed. Drafts that are being written stay, and
  /// so does what is not certainly a draft.
  /// - Complexity: O(names in the folder).
  public static func removeDead(beside path: String) {
    DraftName.removeDead(in: Folder.holding(path))
  }

  /// Adds bytes.
  /// - Throws: a `SystemError`.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Puts the file in its place. When this returns, file and name are on disk.
  ///
  /// Nothing else may have the draft open.
  /// - Throws: a `PlacementError`; `exists` when a file has come meanwhile that is not to be replaced.
  public func finish() throws(PlacementError) {
    if let status = try placement.status(), placement.keepsMode {
      // Not when the file is made, where the process's umask would take permissions away.
      // mutant mode-is-kept: `fchmod(descriptor, status.st_mode & 0o777) == 0` -> `true` (DraftFileTests|ExportCommandTests)
      guard fchmod(descriptor, status.st_mode & 0o777) == 0 else { throw .system(.last) }
    }
    guard fsync(descriptor) == 0 else { throw .system(.last) }
    // mutant protected-at-the-end: `try placement.checkProtection()` -> `` (DraftFileTests)
    try placement.checkProtection()
    try placement.put(path)
    close(descriptor)
    descriptor = -1
    do throws(SystemError) {
      // mutant folder-is-synced: `try Folder.sync(Folder.holding(placement.path))` -> `` (FileSyncTests)
      try Folder.sync(Folder.holding(placement.path))
    } catch {
      throw .system(error)
    }
  }

  /// Takes the draft away, unless it is in its place.
  public func discard() {
    guard descriptor >= 0 else { return }
    DraftName.remove(path)
    close(descriptor)
    descriptor = -1
  }
}
