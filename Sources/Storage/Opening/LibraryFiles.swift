public import Files
import Glibc

/// The files of a library: its database, and those that are beside it and belong to it by their names.
enum LibraryFiles {
  /// SQLite's log, the log's index and the journal, and the file on which programs meet.
  static let sideSuffixes = ["-wal", "-shm", "-journal", ".lock"]

  /// The database that a file belongs to by its name, such as `a.db` for `a.db-wal`.
  ///
  /// Lower case and upper case are one, as on some file systems.
  static func database(ofSideFile path: String) -> String? {
    let lowered = path.utf8.map { $0 | (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? 0x20 : 0) }
    for suffix in sideSuffixes where lowered.count > suffix.utf8.count {
      if lowered.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
        return String(decoding: path.utf8.dropLast(suffix.utf8.count), as: UTF8.self)
      }
    }
    return nil
  }

  /// Whether a file is the database of a library.
  ///
  /// While changes are only in its log, a database does not yet say whose it is: then it counts as one.
  /// - Parameter isInUse: only when it may be more than a backup that lies somewhere: what has a log
  ///   is written to.
  static func isLibrary(_ path: String, isInUse: Bool = false) throws(SystemError) -> Bool {
    guard let header = try DatabaseHeader.read(path) else { return false }
    let hasChanges = pendingChanges(of: path) != nil
    guard header.applicationID == DatabaseIdentity.applicationID || hasChanges else { return false }
    // mutant used-libraries-stay: `header.hasLog || ` -> `` (LibraryProtectionTests)
    return !isInUse || header.hasLog || hasChanges
  }

  /// The library that a file belongs to, by its name.
  static func library(ofSideFile path: String) throws(SystemError) -> String? {
    guard let database = database(ofSideFile: path), try isLibrary(database) else { return nil }
    return database
  }

  /// The file beside a database from which SQLite would take changes of it; nil when there is none.
  static func pendingChanges(of database: String) -> String? {
    ["-wal", "-journal"].map { database + $0 }.first { file in
      var status = stat()
      // What cannot be looked at is not absent.
      return lstat(file, &status) == 0 ? status.st_size > 0 : errno != ENOENT
    }
  }
}

extension ProtectedFiles {
  /// The files of all libraries: nothing may be written over them, whatever name leads there.
  /// - Parameters:
  ///   - path: the library that is meant by the command, which need not be there yet.
  ///   - replacingCopies: whether another library may be replaced that nobody has written to where it
  ///     is, as an older backup.
  public static func libraries(
    besides path: String?, replacingCopies: Bool = false
  ) -> ProtectedFiles {
    ProtectedFiles { (file: String) throws(SystemError) -> String? in
      let names = [file, FileLink.destination(of: file)]
      // The library that is meant comes first: no other descriptor of it may be opened and closed.
      // mutant meant-library-stays: `if let path, names.contains(where: { isPart($0, of: path) }) { return path }` -> `` (LibraryProtectionTests)
      if let path, names.contains(where: { isPart($0, of: path) }) { return path }
      for name in names {
        // mutant other-libraries-stay: `if try LibraryFiles.isLibrary(name, isInUse: replacingCopies) { return name }` -> `` (LibraryProtectionTests)
        if try LibraryFiles.isLibrary(name, isInUse: replacingCopies) { return name }
        // mutant side-files-stay: `if let library = try LibraryFiles.library(ofSideFile: name) { return library }` -> `` (LibraryProtectionTests)
        if let library = try LibraryFiles.library(ofSideFile: name) { return library }
      }
      return nil
    }
  }

  /// Whether a file is one of a library's, by its place or by being the same file.
  private static func isPart(_ file: String, of library: String) -> Bool {
    let place = Place(file)
    return ([""] + LibraryFiles.sideSuffixes).contains { suffix in
      let own = library + suffix
      return place == Place(own) || FileIdentity(file).map { $0 == FileIdentity(own) } ?? false
    }
  }

  /// Where a file is or would be: the folder, whatever it is called, and the name in it.
  private struct Place: Equatable {
    let folder: FileIdentity?
    let name: String

    init(_ path: String) {
      let (folder, name) = Folder.split(path)
      self.folder = FileIdentity(folder)
      self.name = name
    }

    static func == (one: Place, other: Place) -> Bool {
      one.folder != nil && one.folder == other.folder
        && one.name.utf8.elementsEqual(other.name.utf8)
    }
  }
}

/// What tells a file from every other one, whatever it is called.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let inode: ino_t

  /// - Returns: nil when there is no file at the path.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
  }
}
