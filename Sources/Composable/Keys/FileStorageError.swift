/// A file with a shared value cannot be read or written.
public enum FileStorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is in the file is not such a value.
  case unreadable(String, reason: String)
  /// The system refused.
  case system(String, doing: String, reason: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      """
      \(path) cannot be read: it does not hold the value that is expected (\(reason)). It is left as \
      it is, and nothing is saved there; mend it, or move it away, and start again.
      """
    case .system(let path, let doing, let reason):
      "\(path) cannot be \(doing): \(reason). What has changed is kept and saved with the next change."
    }
  }
}
