import Catalogue
import Storage

/// `account show [NAME]`
enum AccountShowCommand {
  static let command = Command(
    "show", "shows one account, else the current one",
    examples: [Command.Example("libraryctl account show home --json", "for a program")],
    operands: [Operand("NAME", .account, .optional)],
    answers: [.one(.account)]
  ) { invocation, console in
    guard let library = try Library.reading(invocation, console) else {
      throw CommandError(
        .failed, "there is no account yet", in: invocation.name,
        hint: "the first command that writes makes the account home")
    }
    return try library.read { connection, current in
      let account =
        try invocation.operands.first.map { try Accounts.named($0, on: connection) } ?? current
      if console.isJSON {
        try AccountAnswer.writeJSON(account, on: connection, console)
        return .done
      }
      var listing = Listing(
        console, columns: [Listing.Column("field"), Listing.Column("value", isFlexible: true)])
      for field in try AccountAnswer.record(account, on: connection) {
        try listing.append(cells: [field.name, field.value.plainText])
      }
      try listing.finish()
      return .done
    }
  }
}
