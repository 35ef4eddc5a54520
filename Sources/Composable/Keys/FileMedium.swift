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
      let place = Self.target(of: path)
      // A name by chance: where a program is always process 1, a draft that a crash has left behind
      // would have that of a number.
      let draft = "\(place).\(String(UInt64.random(in: .min ... .max), radix: 36)).draft"
      let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0 { throw FileStorageError.failed(path, doing: "written") }
      do {
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
        // Not in `open`, where the process's mask would take permissions from a file that has them.
        if let mode = Self.mode(of: place), fchmod(descriptor, mode) != 0 {
          throw FileStorageError.failed(path, doing: "written")
        }
        guard fsync(descriptor) == 0, rename(draft, place) == 0 else {
          throw FileStorageError.failed(path, doing: "written")
        }
      } catch {
        unlink(draft)
        throw error
      }
      try syncFolder(of: place)
    }

    /// Where a path leads to; a link stays a link, also one to a file that is not there yet.
    private static func target(of path: String) -> String {
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        return String(cString: resolved)
      }
      var place = path
      var links = 0
      while links < 40, let link = linkTarget(of: place) {
        place = link.hasPrefix("/") ? link : folder(of: place) + link
        links += 1
      }
      return place
    }

    private static func linkTarget(of path: String) -> String? {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &bytes, bytes.count)
      if count < 0 { return nil }
      return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The folder of a file, with the slash at its end.
    private static func folder(of place: String) -> String {
      place.lastIndex(of: "/").map { String(place[...$0]) } ?? "./"
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
      let descriptor = open(Self.folder(of: place), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if descriptor < 0 {
        // One may write into a folder that one may not read.
        if errno == EACCES { return }
        throw FileStorageError.failed(path, doing: "written")
      }
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
