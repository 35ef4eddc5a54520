import Catalogue
import Storage

/// `undo [CHANGE]`
enum UndoCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "show what would be, change nothing")

  static let command = Command(
    "undo", "takes back what was done last",
    about: """
      One command is one change, also an import or an edit of many books. A book that was changed \
      since is left as it is and named; what a sync brought is no change. Books that were added go \
      to the trash. Again, it takes back the change before. What is gone from the trash, and what \
      is older than 90 days, cannot be undone.
      """,
    examples: [
      Command.Example("libraryctl undo", "the last change"),
      Command.Example("libraryctl history", "shows what was done, with the numbers of the changes"),
      Command.Example("libraryctl undo 12 --dry-run", "what taking back change 12 would do"),
    ],
    operands: [Operand("CHANGE", .change, .optional)],
    options: [dryRun],
    answers: [.one(.undo)]
  ) { invocation, console in
    let isDry = invocation.has(dryRun)
    let id = try invocation.operands.first.map { text in
      guard let id = Int64(text) else {
        throw invocation.usage(
          "\"\(text)\" is no number of a change", hint: "`libraryctl history` shows the numbers")
      }
      return id
    }
    let library = try Library.changing(invocation, console)
    let outcome = try library.write(dryRun: isDry) { connection, account in
      try Undo.run(id, in: account.id, at: SystemClock.now, on: connection)
    }
    try write(outcome, isDry: isDry, console)
    if outcome.left.isEmpty { return .done }
    return outcome.undone.isEmpty ? .failed : .partlyDone
  }

  private static func write(_ outcome: Undo.Outcome, isDry: Bool, _ console: Console) throws {
    if console.isJSON {
      var object = try StreamedObject(console)
      try object.append("id", .integer(outcome.change.id))
      try object.append("name", .text(outcome.change.name))
      try object.append("at", .text(outcome.change.at))
      try object.append("undone", each: outcome.undone.lazy.map { .integer($0.rawValue) })
      try object.append(
        "left",
        each: outcome.left.lazy.map {
          .object([("number", .integer($0.number.rawValue)), ("reason", .text($0.because.name))])
        })
      return try object.finish()
    }
    try BookAnswer.tell(
      outcome.undone,
      "\(isDry ? "would undo" : "undid") \"\(outcome.change.name)\" of \(outcome.change.at) in",
      more: outcome.left.isEmpty ? "" : "; \(outcome.left.count) left as they are", console)
    for book in outcome.left.prefix(20) {
      console.note("left: book \(book.number) \(book.because.text)")
    }
    if outcome.left.count > 20 {
      console.note("\(outcome.left.count - 20) more such books; --json lists them all")
    }
  }
}

extension Undo.Hindrance {
  fileprivate var name: String {
    switch self {
    case .changedSince: "changed_since"
    case .gone: "gone"
    case .ofAnotherAccount: "other_account"
    }
  }

  fileprivate var text: String {
    switch self {
    case .changedSince: "was changed since"
    case .gone: "is gone"
    case .ofAnotherAccount(let name): "belongs to the account \(name)"
    }
  }
}
