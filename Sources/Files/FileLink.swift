import Glibc

/// Follows symbolic links.
public enum FileLink {
  /// Where a path leads: the file at the end of its links, also when that is not there yet.
  ///
  /// A file that is put there leaves the links as they are.
  /// - Returns: the path itself when it is not a link.
  public static func destination(of path: String) -> String {
    var place = path
    var links = 0
    // mutant dangling-link: `while links < 40` -> `while links < 0` (FileStorageTests)
    while links < 40, let target = target(of: place) {
      place = target.utf8.first == UInt8(ascii: "/") ? target : Folder.holding(place) + target
      links += 1
    }
    return place
  }

  private static func target(of path: String) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = max(
        0,
        buffer.withMemoryRebound(to: CChar.self) {
          $0.baseAddress.map { readlink(path, $0, Int(PATH_MAX)) } ?? 0
        })
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
