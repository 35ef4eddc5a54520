import Catalogue
import Glibc
import Storage
import Sync

/// The options by which an account is made and changed.
enum AccountOptions {
  static let endpoint = Option(
    "endpoint", letter: "e", "URL|PATH", "the server's URL, or the title file's path")
  static let contact = Option(
    "contact", letter: "c", "MAIL", "your mail address or URL, sent to the source")
  static let rate = Option<RequestRate>(
    "rate", letter: "r", "N|unlimited|published",
    "requests a second (published: what the source asks for)"
  ) { text throws(InvalidValue) in
    try RequestRate(reading: text)
  }

  /// An endpoint as it is kept: of a path the one from the root, since a later sync may run in another
  /// directory.
  /// - Parameter kind: the kind of its source; nil: it is not known.
  static func endpoint(_ text: String, of kind: SourceKind?) -> String {
    kind?.endpoint == .path ? absolute(text) : text
  }

  private static func absolute(_ path: String) -> String {
    guard !path.isEmpty, !path.hasPrefix("/") else { return path }
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return String(cString: directory) + "/" + path
  }

  /// Says that a title file is not there: it may come later.
  static func warnOfUnreadableFile(
    _ kind: SourceKind?, _ endpoint: String?, _ console: Console
  ) {
    if kind?.endpoint == .path, let endpoint, access(endpoint, R_OK) != 0 {
      console.warn(
        "the title file cannot be read yet: \(String(cString: strerror(errno))) (\(endpoint))")
    }
  }
}
