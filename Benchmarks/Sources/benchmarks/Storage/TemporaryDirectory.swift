import Glibc

/// A directory for databases.
struct TemporaryDirectory {
  let path: String

  struct NotMade: Error {}

  init() throws {
    var template = Array("/tmp/libraryctl-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NotMade() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a database with the files beside it.
  func remove(_ database: String) {
    for suffix in ["", "-wal", "-shm", ".lock"] { unlink("\(path)/\(database)\(suffix)") }
  }

  /// Removes the directory, with the databases that it had.
  func remove(with databases: [String]) {
    databases.forEach(remove)
    rmdir(path)
  }
}
