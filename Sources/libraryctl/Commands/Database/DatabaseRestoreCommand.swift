import Catalogue
import Storage

/// `db restore FILE`
enum DatabaseRestoreCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "check the backup, change nothing")

  static let command = Command(
    "restore", "makes the library what a backup is",
    about: """
      All books and accounts of now are replaced, so it asks first; --yes answers. What was there \
      is kept in a file beside the library, whose name is printed. A sync that runs meanwhile \
      reaches none of the restored books. The history begins anew.
      """,
    examples: [
      Command.Example("libraryctl db restore books-2026.db", "asks, then restores"),
      Command.Example("libraryctl db restore books-2026.db --dry-run", "only checks the backup"),
    ],
    operands: [Operand("FILE", .file, .one)],
    options: [dryRun],
    answers: [.one(.databaseRestored)]
  ) { invocation, console in
    let isDry = invocation.has(dryRun)
    let path = invocation.operands[0]
    // Refused before anybody is asked, and before a library is made.
    let backup = try BackupFile(at: path)
    let (library, books) = try open(invocation, console, isDry)
    if books > 0, !isDry {
      try console.confirm(
        "replace a library of \(books) \(books == 1 ? "book" : "books")", invocation)
    }
    Interruption.watch()
    let outcome = try library.database.restore(
      from: backup, at: SystemClock.now, isTrial: isDry, until: { Interruption.isRequested })
    do {
      try answer(outcome, isDry, console)
    } catch {
      // The answer could not be written, but the library is another one now.
      if !isDry {
        console.warn(
          "the library is restored" + (outcome.kept.map { "; what was there is in \($0)" } ?? ""))
      }
      throw error
    }
    return .done
  }
  private static func open(
    _ invocation: Invocation, _ console: Console, _ isDry: Bool
  ) throws -> (Library, books: Int) {
    do {
      let library = try Library.writing(invocation, console, dryRun: isDry)
      return (library, try library.readAll { try BookCount.all(on: $0) })
    } catch let error as StorageError
      where [.notOurs, .corrupt, .foreignObject].contains(error.kind)
    {
      // Its own remedy would be to restore a backup.
      throw CommandError(
        .failed, "cannot replace what is there: \(error.cause)", in: error.place,
        hint: "move it away, with its -wal and -shm files, then restore the backup again")
    }
  }

  private static func answer(
    _ outcome: RestoreOutcome, _ isDry: Bool, _ console: Console
  ) throws {
    if console.isJSON {
      try console.write(
        json: .object([
          ("books", .integer(isDry ? nil : outcome.books)), ("kept", .text(outcome.kept)),
        ]))
    } else {
      console.note(
        isDry
          ? "the backup can be restored"
          : "restored a library of \(outcome.books) \(outcome.books == 1 ? "book" : "books")")
      if let kept = outcome.kept { console.note("what was there is in \(kept)") }
    }
    try console.output.flush()
  }
}
