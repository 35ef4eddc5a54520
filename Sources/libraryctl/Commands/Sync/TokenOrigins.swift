import Catalogue
import Files
import Glibc

/// To which origins tokens have gone: the file `libraryctl/token-origins` in the directory for
/// configuration, with a line `ORIGIN PLACE` for each, where PLACE is a variable or a token's file.
///
/// It lies beside the tokens and not in a library, so that a library that comes from elsewhere cannot
/// bring the consent along.
struct TokenOrigins {
  private static let largest = 1 << 16

  private let path: String
  private var lines: [(origin: Substring, place: Substring)] = []

  /// Reads the file; without one, no token has gone anywhere.
  /// - Returns: nil when there is no place for it.
  /// - Throws: `CommandError` when it cannot be read, or others could have changed it.
  static func read() throws(CommandError) -> TokenOrigins? {
    guard let directory = UserDirectory.configuration else { return nil }
    var origins = TokenOrigins(path: directory + "/libraryctl/token-origins")
    let path = origins.path
    func refusal(_ reason: String, _ hint: String) -> CommandError {
      CommandError(.failed, "no token is sent: \(reason)", in: path, hint: hint)
    }
    let bytes = try PrivateFile.bytes(of: path, atMost: largest + 1, or: refusal)
    guard let bytes else { return origins }
    guard bytes.count <= largest else {
      throw refusal("the file is larger than \(largest) bytes", "delete lines that are not needed")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for (index, line) in text.lines.enumerated() {
      if line.isEmpty { continue }
      guard let blank = line.firstIndex(of: " "), line[..<blank].contains("://") else {
        throw refusal("line \(index + 1) is not an origin and a token", "delete the line")
      }
      origins.lines.append((line[..<blank], line[line.index(after: blank)...]))
    }
    return origins
  }

  private init(path: String) { self.path = path }

  /// Where the token of a place has gone.
  func of(_ place: String) -> [String] {
    lines.filter { $0.place == place }.map { String($0.origin) }
  }

  /// Remembers an origin; it is on the disk before the token goes there.
  /// - Throws: `CommandError` when it cannot be written.
  func add(_ origin: String, for place: String) throws(CommandError) {
    func failure(_ reason: String) -> CommandError {
      CommandError(
        .failed, "no token is sent, since it cannot be remembered where it goes: \(reason)",
        in: path, hint: "check who may write there, or set XDG_CONFIG_HOME to another directory")
    }
    do {
      try PrivateDirectory.make(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
    } catch {
      throw failure(error.cause)
    }
    // Added to the end in one piece, since another run may add a line of its own at this moment.
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(SystemError(code: errno).description) }
    defer { close(file) }
    let line = Array("\(origin) \(place)\n".utf8)
    guard write(file, line, line.count) == line.count, fsync(file) == 0 else {
      throw failure(SystemError(code: errno).description)
    }
  }
}
