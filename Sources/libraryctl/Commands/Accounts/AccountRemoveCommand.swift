import Catalogue
import Storage

/// `account remove NAME`
enum AccountRemoveCommand {
  private static let deleteBooks = Flag(
    "delete-books", "delete its books too, for good; asks first, and --yes answers")
  private static let dryRun = Flag("dry-run", letter: "n", "show what would go, remove nothing")

  static let command = Command(
    "remove", "removes an account that has no books",
    about: "With --delete-books its books go too: not to the trash, but for good.",
    examples: [
      Command.Example("libraryctl account remove shelf", "refused while shelf has books"),
      Command.Example("libraryctl account remove shelf --delete-books", "with all its books"),
    ],
    operands: [Operand("NAME", .account, .one)], options: [deleteBooks, dryRun],
    answers: [.one(.accountRemoved)]
  ) { invocation, console in
    let name = invocation.operands[0]
    let isDry = invocation.has(dryRun)
    let library = try Library.changing(invocation, console)
    if invocation.has(deleteBooks), !isDry {
      let (kept, inTrash) = try library.readAll { connection in
        try Accounts.bookCounts(Accounts.named(name, on: connection).id, on: connection)
      }
      if kept + inTrash > 0 {
        try console.confirm("delete \(kept + inTrash) books of \(name) for good", invocation)
      }
    }
    let deleted = try library.writeAll(dryRun: isDry) { connection in
      try Accounts.remove(
        name, deletingBooks: invocation.has(deleteBooks), on: connection)
    }
    if console.isJSON {
      try console.write(json: .object([("removed", .text(name)), ("books", .integer(deleted))]))
    } else {
      console.note(
        "\(isDry ? "would remove" : "removed") \(name)"
          + (deleted > 0 ? " with \(deleted) books" : ""))
    }
    return .done
  }
}
