import Files
import Glibc

/// The file with the user's settings: lines of `name = value`; `#` begins a comment line.
struct ConfigurationFile {
  struct Entry: Equatable {
    let text: String
    let line: Int
  }

  private static let largest = 1 << 16
  /// How long to wait for another run that changes the file.
  private static let patience = Duration.seconds(10)

  let path: String
  private(set) var entries: [Setting: Entry] = [:]
  /// The lines as they are, without the line feed at their ends.
  private var lines: [[UInt8]] = []

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
    guard let bytes = try file.bytes() else { return file }
    // By bytes: a carriage return and a line feed are one `Character`.
    file.lines = bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map(Array.init)
    if file.lines.last?.isEmpty == true { file.lines.removeLast() }
    for (index, line) in file.lines.enumerated() {
      var text = String(decoding: line, as: UTF8.self)[...]
      // Some editors begin a file with a byte order mark.
      if index == 0, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
      try file.take(String(text), at: index + 1)
    }
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

  /// Sets a value, or takes it out, and leaves every other line as it is; `change` writes it.
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
    let end: [UInt8] = lines.last?.last == UInt8(ascii: "\r") ? [UInt8(ascii: "\r")] : []
    if entry == nil { lines.append([]) }
    lines[line - 1] = Array("\(setting.rawValue) = \(text)".utf8) + end
    entries[setting] = Entry(text: text, line: line)
  }

  /// Changes the file, while no other run changes it: what others have written meanwhile stays.
  /// - Parameters:
  ///   - invocation: the command that does it.
  ///   - body: changes the settings as they are now.
  /// - Returns: the file as it was written.
  static func change(
    _ invocation: Invocation, _ body: (inout ConfigurationFile) -> Void
  ) throws(CommandError) -> ConfigurationFile {
    let path = try place()
    do {
      try PrivateDirectory.make(String(Folder.holding(path).dropLast()))
    } catch {
      throw CommandError(
        .failed, "cannot make the directory: \(error.cause)", in: error.path,
        hint: "make it yourself")
    }
    // A link leads to where the user keeps the file.
    let output = try OutputFile(
      FileLink.destination(of: path), of: invocation, over: .replaced, mode: 0o600)
    let lock = try locked(path)
    defer { lock.unlock() }
    var file = try read()
    body(&file)
    try output.write(Array(file.lines.map { $0 + [UInt8(ascii: "\n")] }.joined()))
    try output.finish()
    return file
  }

  /// The lock that is held while the file is changed. The file itself is replaced, so it is another
  /// one that is locked.
  private static func locked(_ path: String) throws(CommandError) -> FileLock {
    let place = path + ".lock"
    let reason: String
    do {
      let lock = try FileLock(path: place)
      // mutant config-lock: `try lock.lock(within: patience)` -> `Duration.zero as Duration?` (ConfigRaceTests)
      if try lock.lock(within: patience) != nil { return lock }
      throw CommandError(
        .locked, "another run is changing the settings", in: path, hint: "try again")
    } catch let error as CommandError {
      throw error
    } catch {
      reason = "\(error)"
    }
    throw CommandError(
      .failed, "cannot lock the settings: \(reason)", in: place, hint: "check who may write there")
  }

  private func bytes() throws(CommandError) -> [UInt8]? {
    do throws(SystemError) {
      return try WholeFile.bytes(at: path, atMost: Self.largest)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: return nil
      case EFBIG:
        throw .usage(
          "the file is larger than \(Self.largest) bytes", in: path, hint: "is it the right one?")
      default:
        throw CommandError(
          .failed, "cannot read the settings: \(error)", in: path,
          hint: "check who may read and write it")
      }
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    // A carriage return, too, before a line feed that was split off.
    // mutant config-crlf: ` || $0 == "\r" }` -> ` }` (ConfigCommandTests)
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }  // lint: scalars
    var scalars = Substring(text).unicodeScalars
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars)
  }
}
