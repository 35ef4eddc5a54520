import Glibc
import Testing

@testable import Storage

/// A directory of its own for a test, removed with all that is in it when the test is done.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root)/libraryctl-tests-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    path = try #require(made, "no temporary directory can be made")
  }

  deinit { Self.remove(path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// The names of the files in it, sorted.
  func names() -> [String] { Self.names(in: path) }

  static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  static func remove(_ path: String) {
    chmod(path, 0o700)
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        if entry.pointee.d_type == UInt8(DT_DIR) {
          remove(path + "/" + name)
        } else {
          unlink(path + "/" + name)
        }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}

/// Facts about a file, for tests.
enum File {
  static func mode(_ path: String) -> UInt32? { status(path).map { $0.st_mode & 0o7777 } }

  static func size(_ path: String) -> Int? { status(path).map { Int($0.st_size) } }

  static func exists(_ path: String) -> Bool { status(path) != nil }

  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}

extension File {
  static func copy(_ from: String, to: String) throws {
    let source = open(from, O_RDONLY)
    let target = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer {
      close(source)
      close(target)
    }
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count <= 0 { break }
      let written = Glibc.write(target, buffer, count)
      try #require(written == count)
    }
  }
}
