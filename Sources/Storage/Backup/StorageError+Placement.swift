import Files
import Glibc

extension StorageError {
  /// A copy of a library cannot be put in its place.
  init(writing path: String, _ error: PlacementError) {
    switch error {
    case .exists:
      self.init(
        .cannotOpen, "cannot write the file", at: path, because: "it exists already",
        remedy: "name another file, or allow it to be replaced")
    case .notRegular:
      self.init(
        .cannotOpen, "cannot write the file", at: path, because: "it is not a regular file",
        remedy: "name another file")
    case .protected(let library):
      self.init(
        .protected, "this would write over a library", at: path,
        because: "the file belongs to the library \(library)", remedy: "name another file")
    case .system(let error):
      let kind: StorageError.Kind =
        switch error.code {
        case ENOSPC, EDQUOT: .diskFull
        case EROFS: .readOnly
        case EIO: .io
        default: .cannotOpen
        }
      self.init(
        kind, "cannot write the file", at: path, because: error.description,
        remedy: error.code == ENOENT
          ? "make the folder first"
          : "make its directory writable and free some space, or name another file")
    }
  }
}
