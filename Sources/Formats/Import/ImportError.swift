/// Why a file cannot be read at all.
public enum ImportError: Error, Hashable, Sendable {
  /// The file is empty, or holds nothing but blanks or a byte order mark.
  case empty
  /// No format has such a beginning; holds the first line, shortened.
  case unknownContent(String)
  /// There is no format of that name.
  case unknownFormat(String)
  /// The file is not of the format that was named; holds what is missing.
  case notOfFormat(name: String, String)
  /// A library is needed that is not on this machine.
  case needsLibrary(name: String, package: String)
}

extension ImportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the file is empty: there is nothing to import"
    case .unknownContent(let line):
      "no known format begins with “\(line)”; known are \(Self.known)"
    case .unknownFormat(let name): "there is no format “\(name)”; known are \(Self.known)"
    case .notOfFormat(let name, let missing): "the file is not of the format \(name): \(missing)"
    case .needsLibrary(let name, let package):
      "reading XML needs \(name), which is not here; install the package \(package)"
    }
  }

  private static var known: String {
    ImportFormat.all.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ")
  }
}
