/// Something that can be set for all runs: in the configuration file, or in a variable, which goes
/// before the file. An option of the command line goes before both.
enum Setting: String, CaseIterable, Sendable {
  case db, account, color, wait, timeout, lease
  case maxAnswer = "max-answer"

  /// Where a value comes from.
  enum Origin: Equatable {
    case standard
    case file(String, line: Int)
    case variable(String)

    var description: String {
      switch self {
      case .standard: "default"
      case .file(let path, let line): "\(path):\(line)"
      case .variable(let name): name
      }
    }
  }

  /// The variable's name: `LIBRARYCTL_MAX_ANSWER`.
  var variable: String {
    "LIBRARYCTL_" + rawValue.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// What holds where nothing is set, as it would be written.
  var standard: String {
    switch self {
    case .db: "libraryctl/library.db in the data directory"
    case .account: "the current one"
    case .color: "auto"
    case .wait: "5"
    case .timeout: "20s"
    case .lease: "120s"
    case .maxAnswer: "8M"
    }
  }

  /// Says why a text is no value.
  func check(_ text: String) throws(InvalidValue) {
    switch self {
    case .db, .account:
      guard !text.isEmpty else { throw InvalidValue(reason: "is empty") }
    case .color: _ = try GlobalOptions.color.value(from: text)
    case .wait: _ = try GlobalOptions.wait.value(from: text)
    case .timeout, .lease: _ = try Seconds.read(text)
    case .maxAnswer: _ = try ByteCount.read(text)
    }
  }

  /// What is set, checked; nil when nothing is.
  /// - Throws: `CommandError` of status 2 that names the variable, or the file and the line.
  func given() throws(CommandError) -> (text: String, origin: Origin)? {
    if let text = Environment.value(variable) {
      do throws(InvalidValue) {
        try check(text)
      } catch {
        throw .usage("\"\(text)\" \(error.reason)", in: variable, hint: error.hint)
      }
      return (text, .variable(variable))
    }
    return try ConfigurationFile.found.get().value(of: self)
  }

  /// Finds a setting by the name that was typed.
  static func named(_ name: String) throws(InvalidValue) -> Setting {
    if let setting = Setting(rawValue: name) { return setting }
    let names = allCases.map(\.rawValue)
    throw InvalidValue(
      reason: "is no setting",
      hint: Suggestion.sentence(for: name, among: names)
        ?? "the settings are \(names.joined(separator: ", "))")
  }
}

extension Option {
  /// The value of the option on the command line, else of the setting; nil where neither is given.
  func value(
    in invocation: Invocation, orOf setting: Setting
  ) throws(CommandError) -> Value? {
    if let value = invocation.value(of: self) { return value }
    guard let (text, origin) = try setting.given() else { return nil }
    do throws(InvalidValue) {
      return try value(from: text) as? Value
    } catch {
      throw .usage("\"\(text)\" \(error.reason)", in: origin.description, hint: error.hint)
    }
  }
}
