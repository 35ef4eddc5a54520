import Catalogue
import Storage

/// `account list`
enum AccountListCommand {
  static let command = Command(
    "list", "shows the accounts",
    examples: [Command.Example("libraryctl account list", "the current one is marked with *")],
    answers: [.list(.account)]
  ) { invocation, console in
    var listing = Listing(console, columns: AccountAnswer.columns)
    if let library = try Library.reading(invocation, console) {
      try library.readAll { connection in
        for account in try Accounts.all(on: connection) {
          var record = try AccountAnswer.record(account, on: connection)
          if !console.isJSON {
            record = record.map { field in
              field.name == "current" ? ("current", .text(account.isCurrent ? "*" : "")) : field
            }
          }
          try listing.append(record)
        }
      }
    }
    try listing.finish()
    return .done
  }
}
