import Storage

/// `account use NAME`
enum AccountUseCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "check it, change nothing")

  static let command = Command(
    "use", "makes an account the current one",
    about: """
      Whatever a running sync still fetches for the account that is left is refused, so that \
      nothing of one account shows in another.
      """,
    examples: [Command.Example("libraryctl account use shelf", "switches to shelf")],
    operands: [Operand("NAME", .account, .one)], options: [dryRun],
    answers: [.one(.account)]
  ) { invocation, console in
    let library = try Library.changing(invocation, console)
    try library.writeAll(dryRun: invocation.has(dryRun)) { connection in
      let account = try Accounts.use(invocation.operands[0], on: connection)
      if console.isJSON { try AccountAnswer.writeJSON(account, on: connection, console) }
    }
    let isDry = invocation.has(dryRun)
    console.note("\(invocation.operands[0]) \(isDry ? "would be" : "is") the current account")
    return .done
  }
}
