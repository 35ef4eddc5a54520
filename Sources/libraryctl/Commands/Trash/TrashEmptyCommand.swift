import Catalogue
import Storage

/// `trash empty [BOOK…]`
enum TrashEmptyCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "show how many would go, delete nothing")

  static let command = Command(
    "empty", "deletes removed books for good",
    about: "It cannot be undone, so it asks first; --yes answers.",
    examples: [
      Command.Example("libraryctl trash empty", "all removed books of the account"),
      Command.Example("libraryctl trash empty 12 13 --yes", "two of them, without a question"),
    ],
    operands: [Operand("BOOK", .book, .any)],
    options: [dryRun],
    answers: [.one(.trashEmptied)]
  ) { invocation, console in
    let isDry = invocation.has(dryRun)
    guard let library = try Library.changingIfThere(invocation, console) else {
      return try finish(0, isDry: isDry, console)
    }
    // Asked before the transaction: nobody waits for a lock while somebody thinks.
    let (named, count) = try library.read { connection, account in
      guard !invocation.operands.isEmpty else {
        return ([BookNumber]?.none, try TrashEmptying.count(in: account.id, on: connection))
      }
      let numbers = try BookAnswer.numbers(
        invocation.operands, inTrash: true, in: account, on: connection)
      return (numbers, numbers.count)
    }
    if count > 0, !isDry {
      try console.confirm(
        "delete \(count) removed book\(count == 1 ? "" : "s") for good", invocation)
    }
    let deleted = try library.write(dryRun: isDry) { connection, account in
      try TrashEmptying.run(named, in: account.id, at: SystemClock.now, on: connection)
    }
    return try finish(deleted, isDry: isDry, console)
  }

  private static func finish(_ count: Int, isDry: Bool, _ console: Console) throws -> ExitCode {
    if console.isJSON {
      try console.write(json: .object([("deleted", .integer(count))]))
    } else {
      try console.output.write("\(count) \(isDry ? "would be deleted" : "deleted")\n")
    }
    return .done
  }
}
