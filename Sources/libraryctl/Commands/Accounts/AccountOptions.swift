import Catalogue
import Glibc
import Storage

/// The options by which an account is made and changed.
enum AccountOptions {
  static let endpoint = Option(
    "endpoint", letter: "e", "URL|PATH", "the server's URL, or the title file's path")
  static let contact = Option(
    "contact", letter: "c", "MAIL", "your mail address or URL, sent to the source")
  static let rate = Option<Double>(
    "rate", letter: "r", "N|unlimited", "requests a second (the source's published rate)"
  ) { text throws(InvalidValue) in
    if text == "unlimited" { return .infinity }
    guard let rate = Double(text), rate > 0, rate.isFinite else {
      throw InvalidValue(reason: "is neither a number above 0 nor `unlimited`")
    }
    return rate
  }

  /// The path from the root: a later sync may run in another directory.
  static func absolute(_ path: String) -> String {
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
    _ source: Account.Source, _ endpoint: String?, _ console: Console
  ) {
    if source.takesPath, let endpoint, access(endpoint, R_OK) != 0 {
      console.warn(
        "the title file cannot be read yet: \(String(cString: strerror(errno))) (\(endpoint))")
    }
  }
}
