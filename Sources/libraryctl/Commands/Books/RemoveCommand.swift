import Catalogue
import Storage

/// `remove BOOK…`
enum RemoveCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "show what would go, remove nothing")

  static let command = Command(
    "remove", "moves books to the trash",
    about: """
      `restore` brings them back. Nothing that was under way for a removed book reaches it again. \
      With --query or --ids it asks first; --yes answers.
      """,
    examples: [
      Command.Example("libraryctl remove 12 13", "two books"),
      Command.Example("libraryctl remove --query \"old atlas\" --yes", "all that are found"),
    ],
    operands: [Operand("BOOK", .book, .any)],
    options: [BookSelection.query, BookSelection.ids, dryRun],
    answers: [.list(.number)]
  ) { invocation, console in
    let selection = try BookSelection(invocation)
    let isDry = invocation.has(dryRun)
    let library = try Library.changing(invocation, console)
    // Asked before the transaction: nobody waits for a lock while somebody thinks.
    var numbers = try library.read { connection, account in
      try selection.numbers(in: account, on: connection)
    }
    if selection.isOpen, !numbers.isEmpty, !isDry {
      try console.confirm("remove \(numbers.count) books", invocation)
    }
    numbers = try library.write(dryRun: isDry) { connection, account in
      try BookRemoving.remove(
        numbers, from: account.id, at: SystemClock.now, on: connection
      ).done
    }
    try BookAnswer.write(numbers, isDry ? "would remove" : "removed", console)
    return .done
  }
}
