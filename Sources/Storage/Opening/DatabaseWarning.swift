/// Something about a database that its user should know, though it works.
public enum DatabaseWarning: Hashable, Sendable {
  /// The file is on a network file system of this kind; several machines at once can damage it.
  case networkFileSystem(String)
  /// Others than the owner may read the file.
  case readableByOthers
  /// The file is read as it is, since nothing may be written beside it; the text says why.
  case immutable(String)
}

extension DatabaseWarning: CustomStringConvertible {
  public var description: String {
    switch self {
    case .networkFileSystem(let kind):
      "the database is on a network file system (\(kind)): use it from one machine at a time"
    case .readableByOthers:
      "other users may read the database: `chmod 600` on it stops that"
    case .immutable(let cause):
      "the database is read as it stands, without its log: \(cause)"
    }
  }
}
