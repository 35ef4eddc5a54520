import Catalogue
import Glibc
import Storage

/// `account add NAME --source S`
enum AccountAddCommand {
  private static let source = Option<Account.Source>(
    "source", letter: "s", oneOf: Account.Source.self, "the kind of title source (needed)")
  private static let endpoint = Option(
    "endpoint", letter: "e", "URL|PATH", "the server's URL, or the title file's path")
  private static let contact = Option(
    "contact", letter: "c", "MAIL", "your mail address or URL, sent to the source")
  private static let rate = Option<Double>(
    "rate", letter: "r", "N|unlimited", "requests a second (the source's published rate)"
  ) { text throws(InvalidValue) in
    if text == "unlimited" { return .infinity }
    guard let rate = Double(text), rate > 0, rate.isFinite else {
      throw InvalidValue(reason: "is neither a number above 0 nor `unlimited`")
    }
    return rate
  }
  private static let dryRun = Flag("dry-run", letter: "n", "check it, add nothing")

  static let command = Command(
    "add", "makes an account; the current one stays current",
    examples: [
      Command.Example(
        "libraryctl account add home2 --source open-library --contact me@example.org",
        "Open Library, with a contact: it then allows three requests a second"),
      Command.Example(
        "libraryctl account add shelf --source file --endpoint titles.jsonl",
        "a file of titles"),
    ],
    operands: [Operand("NAME", .account, .one)],
    options: [source, endpoint, contact, rate, dryRun]
  ) { invocation, console in
    guard let source = invocation.value(of: source) else {
      throw invocation.usage(
        "--source is missing",
        hint: "give --source \(Account.Source.allCases.map(\.rawValue).joined(separator: "|"))")
    }
    var endpoint = invocation.value(of: endpoint)
    if source == .file { endpoint = endpoint.map(absolute) }
    let new = NewAccount(
      name: invocation.operands[0], source: source, endpoint: endpoint,
      contact: invocation.value(of: contact), rate: invocation.value(of: rate))
    let library = try Library.writing(invocation, console, dryRun: invocation.has(dryRun))
    try library.writeAll(dryRun: invocation.has(dryRun)) { connection in
      let account = try Accounts.add(new, on: connection)
      if console.isJSON { try AccountAnswer.writeJSON(account, on: connection, console) }
    }
    if source == .file, let endpoint, access(endpoint, R_OK) != 0 {
      console.warn(
        "the title file cannot be read yet: \(String(cString: strerror(errno))) (\(endpoint))")
    }
    console.note("`libraryctl account use \(new.name)` makes it the current one")
    return .done
  }

  /// The path from the root: a later sync may run in another directory.
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
}
