import CSQLite
import Glibc
import Migrations

/// A file from which a library can be restored: one that `Database.backUp` wrote, or a copy of a
/// library that was made in another way. It is only read.
public struct BackupFile: Hashable, Sendable {
  public let path: String

  /// Looks whether a file is a library.
  /// - Parameter path: taken literally: SQLite's URIs have no meaning here.
  /// - Throws: a `StorageError`: `missing`; `cannotOpen` for what is not a regular file or cannot be
  ///   read; `notOurs` for an empty file and what is not a library; `newerSchema`.
  public init(at path: String) throws(StorageError) {
    self.path = path
    var status = stat()
    // Looked at before it is opened: opening a pipe would wait for whoever writes to it.
    guard stat(path, &status) == 0 else {
      let code = errno
      throw Self.refusal(
        path, code == ENOENT ? .missing : .cannotOpen, String(cString: strerror(code)),
        remedy: "check the path")
    }
    // mutant pipe-as-backup: `guard status.st_mode & S_IFMT == S_IFREG else {` -> `if false {` (BackupFileTests)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Self.refusal(path, .cannotOpen, "it is \(Self.name(ofType: status.st_mode))")
    }
    // mutant empty-as-backup: `guard status.st_size > 0 else {` -> `if false {` (BackupFileTests)
    guard status.st_size > 0 else { throw Self.refusal(path, .notOurs, "the file is empty") }
    guard access(path, R_OK) == 0 else {
      throw Self.refusal(
        path, .cannotOpen, String(cString: strerror(errno)), remedy: "make it readable")
    }
    _ = try open()
  }

  /// Opens the file as it is: what `Database.open` does to an older library must not happen to it.
  private func open() throws(StorageError) -> Connection {
    do throws(StorageError) {
      let connection = try Connection(path: path, mode: .readOnly)
      let identity = try DatabaseIdentity(of: connection, newest: Migrations.all.count)
      // mutant hollow-backup: `guard identity.version > 0 else {` -> `if false {` (BackupFileTests)
      guard identity.version > 0 else {
        throw Self.refusal(path, .notOurs, "it is a database without a library in it")
      }
      return connection
    } catch {
      guard let code = error.code, code & 0xFF == SQLITE_NOTADB else { throw error }
      throw Self.refusal(path, .notOurs, "it is not an SQLite database")
    }
  }

  /// Writes a copy that can take the place of a library: checked, of the newest schema, with its
  /// search index up to date and in pages of the library's size.
  /// - Parameters:
  ///   - file: an empty file, which is there.
  ///   - library: the connection to the library that will be replaced.
  ///   - isStopped: asked while the pages are checked and copied.
  /// - Returns: a connection to the copy, which keeps no log, and the number of its books.
  /// - Complexity: O(file).
  func prepare(
    at file: String, for library: Connection, until isStopped: @escaping () -> Bool
  ) throws -> (copy: Connection, books: Int) {
    let pageSize = try library.integer("PRAGMA page_size")
    do {
      let connection = try open()
      try checkEncoding(of: connection, like: library)
      let answer = try connection.interrupted(when: isStopped) {
        try connection.string("PRAGMA quick_check(1)")
      }
      guard answer == "ok" else {
        throw Self.refusal(path, .corrupt, answer, remedy: "restore an older backup")
      }
      try connection.copyAll(to: file, until: isStopped)
    }
    try Self.setPageSize(pageSize, of: file)
    // As every program will open it once it is the library.
    let database = try Database.open(at: file, access: .writing(create: false))
    let books = try database.writeAndWait { connection in
      try IndexUpkeep.run(connection)
      return try BookCount.all(on: connection)
    }
    database.close()
    let copy = try Connection(path: file, mode: .readWrite)
    _ = try copy.string("PRAGMA journal_mode = delete")
    return (copy, books)
  }

  /// Pages are copied as they are, and every open connection to the library goes on reading its text
  /// in the encoding that it had.
  private func checkEncoding(of backup: Connection, like library: Connection) throws(StorageError) {
    let encodings = (try backup.string("PRAGMA encoding"), try library.string("PRAGMA encoding"))
    // mutant other-encoding: `guard encodings.0 == encodings.1 else {` -> `if false {` (BackupFileTests)
    guard encodings.0 == encodings.1 else {
      throw Self.refusal(
        path, .cannotOpen,
        "its text is stored as \(encodings.0), and the library's as \(encodings.1)",
        remedy: "copy it into a new file with sqlite3, as “A dump, and back” in docs/database.md "
          + "says, and restore that file")
    }
  }

  /// A database in WAL mode cannot take pages of another size.
  private static func setPageSize(_ size: Int64, of file: String) throws(StorageError) {
    let copy = try Connection(path: file, mode: .readWrite)
    // mutant page-size: `guard try copy.integer("PRAGMA page_size") != size else` -> `if true` (BackupFileTests)
    guard try copy.integer("PRAGMA page_size") != size else { return }
    try copy.execute("PRAGMA page_size = \(size); VACUUM")
  }

  private static func refusal(
    _ path: String, _ kind: StorageError.Kind, _ cause: String,
    remedy: String = "name a file that `db backup` wrote"
  ) -> StorageError {
    StorageError(kind, "cannot restore this file", at: path, because: cause, remedy: remedy)
  }

  private static func name(ofType mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a directory"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "not a regular file"
    }
  }
}
