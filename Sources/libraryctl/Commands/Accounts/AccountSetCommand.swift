import Catalogue
import Storage
import Sync

/// `account set NAME --contact MAIL …`
enum AccountSetCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "check it, change nothing")

  static let command = Command(
    "set", "changes an account's contact, rate or endpoint",
    about: """
      What is not named stays; an empty --contact or --endpoint takes it away. An account that asks \
      another place refuses whatever a running sync still fetches from the one before.
      """,
    examples: [
      Command.Example(
        "libraryctl account set home --contact me@example.org",
        "a contact, which Open Library wants"),
      Command.Example(
        "libraryctl account set home --rate published", "the source's own rate again"),
    ],
    operands: [Operand("NAME", .account, .one)],
    options: [AccountOptions.endpoint, AccountOptions.contact, AccountOptions.rate, dryRun],
    answers: [.one(.account)]
  ) { invocation, console in
    let name = invocation.operands[0]
    let endpoint = invocation.value(of: AccountOptions.endpoint)
    let contact = invocation.value(of: AccountOptions.contact)
    let rate = invocation.value(of: AccountOptions.rate)
    guard endpoint != nil || contact != nil || rate != nil else {
      throw invocation.usage("nothing to change", hint: "give --contact, --rate or --endpoint")
    }
    // The account home comes with the library, so that it can be set before anything else is done.
    let isDry = invocation.has(dryRun)
    let library = try Library.writing(invocation, console, dryRun: isDry)
    let account = try library.writeAll(dryRun: isDry) { connection in
      var account = try Accounts.named(name, on: connection)
      let kind = SourceKind.named(account.source)
      if let endpoint { account.endpoint = AccountOptions.endpoint(endpoint, of: kind) }
      account.contact = contact ?? account.contact
      if let rate { account.rate = rate.perSecond }
      account = try Accounts.set(account, endpoint: kind?.endpoint, on: connection)
      if console.isJSON { try AccountAnswer.writeJSON(account, on: connection, console) }
      return account
    }
    if endpoint != nil {
      AccountOptions.warnOfUnreadableFile(
        SourceKind.named(account.source), account.endpoint, console)
    }
    return .done
  }
}
