import Glibc

/// The folder that holds a file.
public enum Folder {
  private static let slash = UInt8(ascii: "/")

  /// Splits a path into its folder, with the slash at its end, and the name of the file.
  ///
  /// By bytes: a slash before a combining mark is one `Character` with it.
  /// - Returns: `./` as the folder when the path names none.
  public static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: slash) else { return ("./", path) }
    let start = path.utf8.index(after: slash)
    return (String(path.utf8[..<start]) ?? "./", String(path.utf8[start...]) ?? path)
  }

  /// The folder of a path, with the slash at its end.
  public static func holding(_ path: String) -> String { split(path).folder }

  /// Makes the names in a folder survive a power loss.
  ///
  /// A folder that may be written but not read cannot be synced, nor can any folder of some file
  /// systems; there, names last as well as the system keeps them.
  /// - Throws: a `SystemError` when the disk fails.
  public static func sync(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == EACCES { return }
      throw .last
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }

  /// The names in a folder that are valid UTF-8 and fulfil a condition; none when it cannot be read.
  /// - Complexity: O(names), in memory for those that are returned.
  static func names(in path: String, where isWanted: (String) -> Bool) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(validatingCString: $0)
        }
      }
      if let name, name != ".", name != "..", isWanted(name) { names.append(name) }
    }
    return names
  }
}
