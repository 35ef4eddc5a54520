import Glibc
import Testing

/// The files of the project that these tests belong to.
enum Project {
  /// The folder, whatever links lead to it.
  static let directory: String = {
    guard let here = realpath(#filePath, nil) else { return "." }
    defer { free(here) }
    return String(cString: here).split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
  }()

  static func path(_ name: String) -> String { "\(directory)/\(name)" }

  /// The text of a file.
  static func text(_ name: String) throws -> String {
    try #require(Sandbox.read(path: path(name)), "\(name) is not there")
  }

  /// The names of the files in a folder.
  static func files(in folder: String) throws -> [String] {
    let directory = try #require(opendir(path(folder)), "\(folder) is not there")
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
