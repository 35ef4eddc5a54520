import CFiles
public import Glibc

/// Where a file is to be put, and on which terms.
public struct Placement: Sendable {
  /// The file's path. A link there is not followed; see `FileLink`.
  public let path: String
  /// Whether it may take the place of a regular file.
  public let replaces: Bool
  /// The mode of a new file, from which the user's umask takes.
  public let mode: mode_t
  /// Whether a file that replaces another one gets the mode of that one.
  public let keepsMode: Bool
  let protected: ProtectedFiles

  public init(
    _ path: String, replaces: Bool, mode: mode_t, keepsMode: Bool = true,
    sparing protected: ProtectedFiles
  ) {
    self.path = path
    self.replaces = replaces
    self.mode = mode
    self.keepsMode = keepsMode
    self.protected = protected
  }

  /// Looks whether the file could be put there, and touches nothing.
  /// - Throws: the `PlacementError` that writing the file would throw, as far as it can be foreseen.
  public func check() throws(PlacementError) {
    try checkProtection()
    _ = try status()
    guard access(Folder.holding(path), W_OK | X_OK) == 0 else { throw .system(.last) }
  }

  /// Refuses a place that belongs to something that is protected.
  func checkProtection() throws(PlacementError) {
    let owner: String?
    do throws(SystemError) {
      owner = try protected.owner(path)
    } catch {
      throw .system(error)
    }
    if let owner { throw .protected(owner) }
  }

  /// What is there now, if it may be replaced.
  /// - Returns: nil when nothing is there.
  func status() throws(PlacementError) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .system(.last)
    }
    // mutant rejects-never-replace:
    //   `guard replaces else { throw .exists }` -> `` (ImportRejectsTests)
    guard replaces else { throw .exists }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    return status
  }

  /// Gives a file this place, at once or not at all.
  /// - Parameter draft: the file, which loses the name that it has.
  func put(_ draft: String) throws(PlacementError) {
    if replaces {
      guard rename(draft, path) == 0 else { throw .system(.last) }
      return
    }
    // Each of these steps fails when a file has come meanwhile; a plain rename would replace it.
    // mutant draft-never-replaces: `cfiles_rename_new(draft, path)` -> `rename(draft, path)` (DraftFileTests)
    if cfiles_rename_new(draft, path) == 0 { return }
    guard [EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(errno) else { throw Self.refusal(errno) }
    if try !putByLink(draft) { try putOverPlaceholder(draft) }
  }

  /// - Returns: false on a file system without links.
  func putByLink(_ draft: String) throws(PlacementError) -> Bool {
    // mutant link-never-replaces: `link(draft, path) == 0` -> `rename(draft, path) == 0` (DraftFileTests)
    if link(draft, path) == 0 {
      unlink(draft)
      return true
    }
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { throw Self.refusal(errno) }
    return false
  }

  /// For file systems that have neither links nor a rename that replaces nothing: an empty file takes
  /// the place, which only one process can make, and is then replaced by its maker.
  func putOverPlaceholder(_ draft: String) throws(PlacementError) {
    // mutant placeholder-never-replaces: `O_EXCL | ` -> `` (DraftFileTests)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.refusal(errno) }
    defer { close(descriptor) }
    var made = stat()
    var there = stat()
    func isStillOurs() -> Bool {
      fstat(descriptor, &made) == 0 && lstat(path, &there) == 0 && made.st_dev == there.st_dev
        && made.st_ino == there.st_ino && there.st_size == 0
    }
    guard isStillOurs() else { throw .exists }
    guard rename(draft, path) == 0 else {
      let error = SystemError.last
      if isStillOurs() { unlink(path) }
      throw .system(error)
    }
  }

  private static func refusal(_ code: Int32) -> PlacementError {
    code == EEXIST ? .exists : .system(SystemError(code: code))
  }
}
