import FoundationEssentials

/// Saves a shared value in a file of its own, as JSON.
///
/// ```swift
/// @Shared(.fileStorage("/home/ann/.config/shelf.json")) var shelf = Shelf()
/// ```
///
/// A file is replaced as a whole, so a reader sees the value before or after and never a part of one.
public struct FileStorageKey<Value: Codable & Equatable & Sendable>: SharedKey {
  private let path: String

  /// - Parameter path: the file; what is a link stays one.
  public init(path: String) { self.path = path }

  public var id: String { "file \(path)" }

  public var medium: FileMedium { FileMedium(path: path) }

  /// Reads the file.
  /// - Returns: nil when there is no file.
  /// - Throws: a `FileStorageError`.
  public func load() throws -> Value? {
    guard let bytes = try medium.read() else { return nil }
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw FileStorageError.unreadable(path, reason: "\(error)")
    }
  }

  public func save(_ value: Value, in file: FileMedium.File) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(value))
    } catch {
      throw SaveRefusal(error)
    }
    try file.replace(with: bytes)
  }
}

extension SharedKey {
  /// A file of its own.
  public static func fileStorage<Saved>(_ path: String) -> Self
  where Self == FileStorageKey<Saved> {
    FileStorageKey(path: path)
  }
}
