import Files
import Glibc

/// Where a database is. Its directory is resolved once; the file itself is never followed when it is
/// a link, so that a link put in its place cannot lead a write elsewhere.
struct DatabaseLocation: Hashable, Sendable {
  enum File: Hashable {
    case absent
    case empty
    /// - `isPrivate`: nobody but the owner may read it.
    case present(isPrivate: Bool)
  }

  /// The path as it was given, for messages.
  let given: String
  /// The path that is opened.
  let path: String
  let directory: String

  var lockPath: String { path + ".lock" }

  /// Resolves a path.
  /// - Parameters:
  ///   - given: the database's path, absolute or from the working directory.
  ///   - creatingDirectory: makes missing directories, with mode 0700.
  init(_ given: String, creatingDirectory: Bool) throws(StorageError) {
    guard !given.isEmpty, !given.utf8.contains(0), given.utf8.last != UInt8(ascii: "/") else {
      throw StorageError(
        .cannotOpen, "cannot open the database", at: given, because: "this is no path of a file",
        remedy: "name a file")
    }
    var parent = "."
    var name = given[...]
    if let slash = given.lastIndex(of: "/") {
      parent = slash == given.startIndex ? "/" : String(given[..<slash])
      name = given[given.index(after: slash)...]
    }
    guard name != ".", name != ".." else {
      throw StorageError(
        .cannotOpen, "cannot open the database", at: given, because: "this is a directory",
        remedy: "name a file in it")
    }
    if creatingDirectory {
      do {
        try PrivateDirectory.make(parent)
      } catch {
        throw Self.failure(of: error, for: given)
      }
    }
    guard let resolved = realpath(parent, nil) else {
      let code = errno
      throw StorageError(
        code == ENOENT ? .missing : .cannotOpen, "cannot open the database", at: given,
        because: "its directory: " + String(cString: strerror(code)), remedy: "check the path")
    }
    defer { free(resolved) }
    directory = String(cString: resolved)
    self.given = given
    path = (directory == "/" ? "" : directory) + "/" + name
  }

  /// Looks at the file, and refuses one that must not be opened.
  func examine() throws(StorageError) -> File {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT { return .absent }
      throw refusal(String(cString: strerror(code)), remedy: "check the path")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK:
      throw refusal("it is a symbolic link", remedy: "name the file that it points to")
    case S_IFDIR: throw refusal("it is a directory", remedy: "name a file in it")
    default: throw refusal("it is not a regular file", remedy: "name a regular file")
    }
    // mutant no-hard-links:
    //   `guard status.st_nlink <= 1 else {` -> `guard status.st_nlink > 0 else {` (OpeningTests)
    guard status.st_nlink <= 1 else {
      // SQLite finds the log of recent changes by the file's name; a second name would miss it.
      throw refusal("it has \(status.st_nlink) names (hard links)", remedy: "keep only one of them")
    }
    return status.st_size == 0 ? .empty : .present(isPrivate: status.st_mode & 0o077 == 0)
  }

  /// Makes the file, empty and for its owner only; SQLite gives its -wal and -shm the same mode.
  func create() throws(StorageError) {
    // mutant private-files: `0o600` -> `0o644` (OpeningTests)
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let code = errno
      if code == EEXIST { return }
      throw StorageError(
        code == ENOSPC || code == EDQUOT ? .diskFull : code == EROFS ? .readOnly : .cannotOpen,
        "cannot make the database", at: given, because: String(cString: strerror(code)),
        remedy: "make its directory writable and free some space, or name another file")
    }
    close(file)
  }

  /// Refuses a place that belongs to another library by its name, such as its log or lock file.
  func checkName() throws(StorageError) {
    let library: String?
    do throws(SystemError) {
      // mutant no-library-in-a-log: `try LibraryFiles.library(ofSideFile: path)` -> `nil` (LibraryProtectionTests)
      library = try LibraryFiles.library(ofSideFile: path)
    } catch {
      throw refusal(error.description, remedy: "name another file")
    }
    guard let library else { return }
    throw StorageError(
      .protected, "cannot make a library here", at: given,
      because: "the file belongs to the library \(library)", remedy: "name another file")
  }

  /// Takes an empty file away from all users but its owner, before something is written to it.
  func makePrivate() throws(StorageError) {
    var status = stat()
    // mutant empty-file-private: `fchmodat(AT_FDCWD, path, 0o600, AT_SYMLINK_NOFOLLOW) == 0` -> `true` (OpeningTests)
    guard lstat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    guard fchmodat(AT_FDCWD, path, 0o600, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw refusal(
        "others may read it, and that cannot be changed: \(SystemError(code: errno))",
        remedy: "remove the empty file, so that a new one is made")
    }
  }

  /// Refuses a file or directory that cannot be written, with the system's reason.
  func checkWritable() throws(StorageError) {
    for (path, thing) in [(path, "the file"), (directory, "its directory")]
    where access(path, W_OK) != 0 {
      throw StorageError(
        .readOnly, "the database cannot be written", at: given,
        because: "\(thing): " + String(cString: strerror(errno)),
        remedy: StorageError.Kind.readOnly.remedy)
    }
  }

  /// Whether a file beside the database, such as its log, is absent or empty.
  func isAbsentOrEmpty(_ suffix: String) -> Bool {
    var status = stat()
    if lstat(path + suffix, &status) == 0 { return status.st_size == 0 }
    // What cannot be looked at is not absent.
    return errno == ENOENT
  }

  /// The path as a URI that says that nothing changes the file (https://www.sqlite.org/uri.html).
  var immutableURI: String {
    var escaped: [UInt8] = []
    for byte in path.utf8 {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "%") {
        escaped += "%\(String(byte, radix: 16))".utf8
      } else {
        escaped.append(byte)
      }
    }
    return "file://" + String(decoding: escaped, as: UTF8.self) + "?immutable=1"
  }

  private func refusal(_ cause: String, remedy: String) -> StorageError {
    StorageError(
      .cannotOpen, "cannot open the database", at: given, because: cause, remedy: remedy)
  }

  private static func failure(
    of directory: PrivateDirectory.Failure, for given: String
  ) -> StorageError {
    let code = directory.code
    return StorageError(
      code == ENOSPC || code == EDQUOT ? .diskFull : code == EROFS ? .readOnly : .cannotOpen,
      "cannot make the directory \(directory.path)", at: given, because: directory.cause,
      remedy: "make it yourself, or name another place")
  }
}
