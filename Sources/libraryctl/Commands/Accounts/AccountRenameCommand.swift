import Storage

/// `account rename NAME NEW`
enum AccountRenameCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "check it, change nothing")

  static let command = Command(
    "rename", "gives an account another name; its books stay",
    examples: [Command.Example("libraryctl account rename shelf cellar", "shelf is now cellar")],
    operands: [Operand("NAME", .account, .one), Operand("NEW", .account, .one)],
    options: [dryRun],
    answers: [.one(.account)]
  ) { invocation, console in
    let library = try Library.changing(invocation, console)
    try library.writeAll(dryRun: invocation.has(dryRun)) { connection in
      try Accounts.rename(invocation.operands[0], to: invocation.operands[1], on: connection)
      if console.isJSON {
        let account = try Accounts.named(invocation.operands[1], on: connection)
        try AccountAnswer.writeJSON(account, on: connection, console)
      }
    }
    console.note(
      "\(invocation.operands[0]) \(invocation.has(dryRun) ? "would be" : "is") now "
        + invocation.operands[1])
    return .done
  }
}
