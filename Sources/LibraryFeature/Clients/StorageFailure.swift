public import Storage

/// An error of the database, as a value that a state can hold.
public struct StorageFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind, when it came from the database itself.
  public let kind: StorageError.Kind?
  /// The whole message.
  public let description: String

  init(_ error: any Error) {
    kind = (error as? StorageError)?.kind
    description = "\(error)"
  }
}
