import Catalogue
import Storage

/// `restore BOOK…`
enum RestoreCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "show what would be, change nothing")

  static let command = Command(
    "restore", "brings removed books back from the trash",
    examples: [
      Command.Example("libraryctl restore 12", "by its number"),
      Command.Example("libraryctl list --trash", "shows what can be restored"),
    ],
    operands: [Operand("BOOK", .book, .oneOrMore)],
    options: [dryRun],
    answers: [.list(.number)]
  ) { invocation, console in
    let isDry = invocation.has(dryRun)
    let library = try Library.changing(invocation, console)
    let numbers = try library.write(dryRun: isDry) { connection, account in
      let numbers = try BookAnswer.numbers(
        invocation.operands, inTrash: true, in: account, on: connection)
      return try BookRemoving.restore(
        numbers, to: account.id, at: SystemClock.now, on: connection
      ).done
    }
    try BookAnswer.write(numbers, isDry ? "would restore" : "restored", console)
    return .done
  }
}
