import Files
import Glibc

extension StorageError {
  /// The lock file of a database, `<database>.lock`, cannot be opened.
  init(locking path: String, _ error: PlacementError) {
    guard case .system(let error) = error else {
      self.init(
        .cannotOpen, "cannot lock the database", at: path,
        because: "the lock is not a regular file with one name",
        remedy: "remove it while no program uses the database")
      return
    }
    self.init(locking: path, error)
  }

  /// The lock file of a database cannot be locked.
  init(locking path: String, _ error: SystemError) {
    let kind: StorageError.Kind =
      switch error.code {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS, EACCES, EPERM: .readOnly
      case EIO: .io
      default: .cannotOpen
      }
    self.init(
      kind, "cannot lock the database", at: path, because: error.description, remedy: kind.remedy)
  }
}
