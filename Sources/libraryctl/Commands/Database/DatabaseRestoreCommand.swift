import Catalogue
import Files
import Glibc
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
    // Said before anybody is asked whether it may replace the library.
    guard access(path, R_OK) == 0 else {
      throw CommandError(
        .failed, "cannot read the backup: \(SystemError(code: errno))", in: path,
        hint: "check the path")
    }
    let library = try Library.writing(invocation, console, dryRun: isDry)
    let location = try LibraryLocation.find(invocation)
    let books = try library.readAll { try BookCount.all(on: $0) }
    var kept: String?
    if books > 0, !isDry {
      try console.confirm("replace a library of \(books) books", invocation)
    }
    Interruption.watch()
    if books > 0, !isDry {
      // Without colons, which FAT does not have in names.
      let now = SystemClock.now.description.replacing(":", with: "")
      let beside = location.path + ".before-restore-" + now
      try library.database.backUp(to: beside, until: { Interruption.isRequested })
      kept = beside
    }
    try library.database.restore(
      from: path, isTrial: isDry, until: { Interruption.isRequested })
    let restored = try isDry ? nil : library.readAll { try BookCount.all(on: $0) }
    if console.isJSON {
      try console.write(
        json: .object([("books", .integer(restored)), ("kept", .text(kept))]))
    } else {
      console.note(
        restored.map { "restored a library of \($0) books" } ?? "the backup can be restored")
      if let kept { console.note("what was there is in \(kept)") }
    }
    return .done
  }
}
