/// Why a file cannot be put in its place.
public enum PlacementError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused.
  case system(SystemError)
  /// A file is there already, and it must not be replaced.
  case exists
  /// What is there is a link, a folder, a device or the like, and only a regular file is replaced.
  case notRegular
  /// Writing there would destroy something that is protected, such as a library; the path of that.
  case protected(String)

  public var description: String {
    switch self {
    case .system(let error): error.description
    case .exists: "the file exists already"
    case .notRegular: "it is not a regular file"
    case .protected(let owner): "it belongs to \(owner)"
    }
  }
}
