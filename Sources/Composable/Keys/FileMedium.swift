import Files
import Glibc

/// A file, as a place where one shared value is saved.
public struct FileMedium: SaveMedium {
  private static let largest = 1 << 30

  private let path: String

  init(path: String) { self.path = path }

  public var id: String { "file \(path)" }

  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (File) throws -> Result
  ) async throws -> Result {
    try body(File(path: path))
  }

  /// The bytes of the file; nil when there is no file.
  func read() throws(FileStorageError) -> [UInt8]? {
    do throws(SystemError) {
      return try WholeFile.bytes(at: path, atMost: Self.largest)
    } catch {
      if error.code == ENOENT { return nil }
      throw .system(path, doing: "read", reason: error.description)
    }
  }

  /// The file within a transaction.
  public struct File {
    let path: String

    /// Puts a file with these bytes in the place of the one that is there.
    ///
    /// The bytes are on disk before the name leads to them, so that after a crash it is the one file or
    /// the other. A link stays a link, also one to a file that is not there yet.
    public func replace(with bytes: [UInt8]) throws {
      do {
        let draft = try DraftFile(
          Placement(
            FileLink.destination(of: path), replaces: true, mode: 0o600, sparing: .nothing))
        try draft.write(bytes)
        try draft.finish()
      } catch let error as SystemError {
        throw FileStorageError.system(path, doing: "written", reason: error.description)
      } catch let error as PlacementError {
        throw FileStorageError.system(path, doing: "written", reason: error.description)
      }
    }
  }
}
