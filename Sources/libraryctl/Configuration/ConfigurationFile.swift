import Glibc
import Storage

/// The file with the user's settings: lines of `name = value`; `#` begins a comment line.
struct ConfigurationFile {
  struct Entry: Equatable {
    let text: String
    let line: Int
  }

  private static let largest = 1 << 16

  let path: String
  private(set) var entries: [Setting: Entry] = [:]
  private var lines: [String] = []

  /// Where it is.
  static func place() throws(CommandError) -> String {
    guard let directory = UserDirectory.configuration else {
      throw CommandError(
        .failed, "there is no place for settings: HOME is not set",
        hint: "set HOME or XDG_CONFIG_HOME")
    }
    return directory + "/libraryctl/config"
  }

  /// The file as this run has found it, read when it is first asked for.
  static let found = Result { () throws(CommandError) in try read() }

  /// Reads the file; without one, nothing is set.
  /// - Throws: `CommandError` of status 2 with the file and the line.
  private static func read() throws(CommandError) -> ConfigurationFile {
    guard let path = try? place() else { return ConfigurationFile(path: "") }
    var file = ConfigurationFile(path: path)
    guard let text = try file.text() else { return file }
    file.lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if file.lines.last == "" { file.lines.removeLast() }
    for (index, line) in file.lines.enumerated() { try file.take(line, at: index + 1) }
    return file
  }

  private init(path: String) { self.path = path }

  private mutating func take(_ line: String, at number: Int) throws(CommandError) {
    func refusal(_ what: String, _ hint: String?) -> CommandError {
      .usage(what, in: "\(path):\(number)", hint: hint)
    }
    let trimmed = Self.trimmed(line)
    guard !trimmed.isEmpty, trimmed.first != "#" else { return }
    guard let equals = trimmed.firstIndex(of: "=") else {
      throw refusal("this line has no =", "write name = value, or # before a comment")
    }
    let name = Self.trimmed(trimmed[..<equals])
    let text = Self.trimmed(trimmed[trimmed.index(after: equals)...])
    do throws(InvalidValue) {
      let setting = try Setting.named(name)
      guard entries[setting] == nil else {
        throw InvalidValue(reason: "is set twice", hint: "take one of the lines away")
      }
      do throws(InvalidValue) {
        try setting.check(text)
      } catch {
        throw InvalidValue(
          reason: "has the value \"\(text)\", which \(error.reason)", hint: error.hint)
      }
      entries[setting] = Entry(text: text, line: number)
    } catch {
      throw refusal("\"\(name)\" \(error.reason)", error.hint)
    }
  }

  /// What the file says of a setting; nil when it says nothing.
  func value(of setting: Setting) -> (text: String, origin: Setting.Origin)? {
    entries[setting].map { ($0.text, .file(path, line: $0.line)) }
  }

  /// Sets a value, or takes it out, and leaves every other line as it is; `write` keeps it.
  /// - Parameter text: a value that was checked; nil: what is standard.
  mutating func set(_ setting: Setting, to text: String?) {
    let entry = entries[setting]
    guard let text else {
      guard let entry else { return }
      lines.remove(at: entry.line - 1)
      entries[setting] = nil
      entries = entries.mapValues { other in
        other.line > entry.line ? Entry(text: other.text, line: other.line - 1) : other
      }
      return
    }
    let line = entry?.line ?? lines.count + 1
    if entry == nil { lines.append("") }
    lines[line - 1] = "\(setting.rawValue) = \(text)"
    entries[setting] = Entry(text: text, line: line)
  }

  /// Writes the file, for its owner only.
  func write() throws(CommandError) {
    do {
      try PrivateDirectory.make(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
    } catch {
      throw CommandError(
        .failed, "cannot make the directory: \(error.cause)", in: error.path,
        hint: "make it yourself")
    }
    try TextFile.write(lines.map { $0 + "\n" }.joined(), to: path, mode: 0o600)
  }

  private func text() throws(CommandError) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure("cannot read the settings", errno)
    }
    defer { close(file) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.bytes(of: file, atMost: Self.largest + 1)
    } catch {
      throw failure("cannot read the settings", error.code)
    }
    guard bytes.count <= Self.largest else {
      throw .usage(
        "the file is larger than \(Self.largest) bytes", in: path, hint: "is it the right one?")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func failure(_ what: String, _ code: Int32) -> CommandError {
    CommandError(
      .failed, "\(what): \(String(cString: strerror(code)))", in: path,
      hint: "check who may read and write it")
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
