import CSQLite
import Files
import Glibc

/// What the first bytes of a database say (https://www.sqlite.org/fileformat.html, 1.3).
struct DatabaseHeader {
  let applicationID: Int64
  /// Whether changes are written to a log first, as in every library that was written to where it
  /// is. A backup has none.
  let hasLog: Bool

  private static let magic = Array("SQLite format 3\0".utf8)
  private static let length = 100

  /// Reads the header of a file; links are followed.
  ///
  /// SQLite reads it, without a lock. Closing a descriptor of our own would drop the locks that SQLite
  /// has on the file in this process.
  /// - Returns: nil when no file is there, or one that is not an SQLite database.
  /// - Throws: a `SystemError` when that cannot be known.
  static func read(_ path: String) throws(SystemError) -> DatabaseHeader? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if [ENOENT, ENOTDIR].contains(errno) { return nil }
      throw SystemError(code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= length else { return nil }
    guard access(path, R_OK) == 0 else { throw SystemError(code: errno) }
    do throws(StorageError) {
      // A name like `file:a.db` is no URI here.
      let name = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
      return DatabaseHeader(try Connection(path: name, mode: .readOnly).header(length))
    } catch {
      throw SystemError(code: EIO)
    }
  }

  private init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.magic) else { return nil }
    applicationID = bytes[68..<72].reduce(0) { $0 << 8 | Int64($1) }
    hasLog = bytes[18] == 2
  }
}

extension Connection {
  /// The first bytes of the file.
  fileprivate func header(_ length: Int) throws(StorageError) -> [UInt8] {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else {
      throw failure(code == SQLITE_OK ? SQLITE_IOERR : code)
    }
    var bytes = [UInt8](repeating: 0, count: length)
    let answer = read(file, &bytes, Int32(length), 0)
    guard answer == SQLITE_OK else { throw failure(answer) }
    return bytes
  }
}
