import Glibc

/// A file, as a place where one shared value is saved.
public struct FileMedium: SaveMedium {
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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 {
      if errno == ENOENT { return nil }
      throw .failed(path, doing: "read")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw .failed(path, doing: "read")
      }
    }
  }

  /// The file within a transaction.
  public struct File {
    let path: String

    /// Puts a file with these bytes in the place of the one that is there.
    ///
    /// The bytes are on disk before the name leads to them, so that after a crash it is the one file or
    /// the other.
    public func replace(with bytes: [UInt8]) throws {
      // A link stays a link: what it leads to is replaced.
      let target = realpath(path, nil).map { resolved in
        defer { free(resolved) }
        return String(cString: resolved)
      }
      let place = target ?? path
      let draft = "\(place).\(getpid()).\(Stamp.next()).draft"
      let mode = Self.mode(of: place) ?? 0o600
      let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor < 0 { throw FileStorageError.failed(path, doing: "written") }
      do {
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
        guard fsync(descriptor) == 0, rename(draft, place) == 0 else {
          throw FileStorageError.failed(path, doing: "written")
        }
      } catch {
        unlink(draft)
        throw error
      }
      try syncFolder(of: place)
    }

    private static func mode(of path: String) -> mode_t? {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
      var start = 0
      while start < bytes.count {
        let count = bytes[start...].withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if count >= 0 {
          start += count
        } else if errno != EINTR {
          throw FileStorageError.failed(path, doing: "written")
        }
      }
    }

    /// Makes the new name last.
    private func syncFolder(of place: String) throws {
      let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor < 0 { throw FileStorageError.failed(path, doing: "written") }
      defer { close(descriptor) }
      // Some file systems cannot sync a folder; there the name lasts as well as they make it.
      guard fsync(descriptor) == 0 || errno == EINVAL else {
        throw FileStorageError.failed(path, doing: "written")
      }
    }
  }
}

extension FileStorageError {
  /// What the last call of the system says.
  static func failed(_ path: String, doing: String) -> FileStorageError {
    let number = errno
    return .system(path, doing: doing, reason: String(cString: strerror(number)))
  }
}
