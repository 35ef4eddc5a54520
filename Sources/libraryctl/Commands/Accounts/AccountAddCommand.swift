import Catalogue
import Storage
import Sync

/// `account add NAME --source S`
enum AccountAddCommand {
  private static let source = Option<SourceKind>(
    "source", letter: "s", among: SourceKind.all.map { ($0.name.rawValue, $0) },
    "the kind of title source (needed)")
  private static let dryRun = Flag("dry-run", letter: "n", "check it, add nothing")

  static let command = Command(
    "add", "makes an account; the current one stays current",
    about: """
      A source is \(SourceKind.all.map { "\($0.summary) (\($0.name))" }.joined(separator: ", or ")).

      A token for the source is not an option, since other programs can see options. Put it into the \
      variable LIBRARYCTL_TOKEN_<NAME>, or into ~/.config/libraryctl/tokens/<NAME>, a file that only \
      you can read (chmod 600). It is sent to the server that it was first used for; before it is \
      sent to another one, sync asks.
      """,
    examples: [
      Command.Example(
        "libraryctl account add home2 --source open-library --contact me@example.org",
        "Open Library, with a contact: it then allows three requests a second"),
      Command.Example(
        "libraryctl account add shelf --source file --endpoint titles.jsonl",
        "a file of titles, in JSON Lines or CSV"),
      Command.Example(
        "libraryctl account add mine --source http --endpoint https://example.org/t",
        "a title server of your own (docs/title-source.md)"),
    ],
    operands: [Operand("NAME", .account, .one)],
    options: [
      source, AccountOptions.endpoint, AccountOptions.contact, AccountOptions.rate, dryRun,
    ],
    answers: [.one(.account)]
  ) { invocation, console in
    guard let kind = invocation.value(of: source) else {
      throw invocation.usage(
        "--source is missing",
        hint: "give --source \(source.choices.joined(separator: "|"))")
    }
    let endpoint = invocation.value(of: AccountOptions.endpoint)
      .map { AccountOptions.endpoint($0, of: kind) }
    let new = NewAccount(
      name: invocation.operands[0], source: kind.name, endpoint: endpoint,
      contact: invocation.value(of: AccountOptions.contact),
      rate: invocation.value(of: AccountOptions.rate)?.perSecond)
    let library = try Library.writing(invocation, console, dryRun: invocation.has(dryRun))
    try library.writeAll(dryRun: invocation.has(dryRun)) { connection in
      let account = try Accounts.add(new, endpoint: kind.endpoint, on: connection)
      if console.isJSON { try AccountAnswer.writeJSON(account, on: connection, console) }
    }
    AccountOptions.warnOfUnreadableFile(kind, endpoint, console)
    console.note("`libraryctl account use \(new.name)` makes it the current one")
    return .done
  }
}
