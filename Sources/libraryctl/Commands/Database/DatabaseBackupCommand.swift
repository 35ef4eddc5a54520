import Storage

/// `db backup FILE`
enum DatabaseBackupCommand {
  private static let force = Flag("force", letter: "f", "replace the file when it is there")

  private static let dryRun = Flag(
    "dry-run", letter: "n", "see whether it could be written, write nothing")

  static let command = Command(
    "backup", "writes a copy of the whole library, as it is at one moment",
    about: "Others may write meanwhile. The copy is a library itself: --db FILE looks into it.",
    examples: [
      Command.Example("libraryctl db backup books-2026.db", "never replaces a file unasked"),
      Command.Example("libraryctl db restore books-2026.db", "takes it back"),
    ],
    operands: [Operand("FILE", .file, .one)],
    options: [force, dryRun],
    answers: [.one(.path)]
  ) { invocation, console in
    let path = invocation.operands[0]
    let location = try LibraryLocation.find(invocation)
    // Looked at before the library is opened: one with two names, of which this is one, is not.
    let place = Result { () throws(CommandError) in
      try OutputFile(
        path, of: invocation,
        over: invocation.has(force)
          ? .replaced : .kept(hint: "add --force to replace it, or name another file"),
        replacingCopies: true)
    }
    if case .failure(let error) = place, error.code == .usage { throw error }
    Interruption.watch()
    guard let library = try Library.reading(invocation, console) else {
      throw CommandError(
        .failed, "there is no library to back up", in: location.path,
        hint: "make one with `add` or `import`, or name it with --db")
    }
    // Told only of a library that is there, and with the way out that the command has.
    _ = try place.get()
    let isDry = invocation.has(dryRun)
    try library.database.backUp(
      to: path, replacing: invocation.has(force), isTrial: isDry,
      until: { Interruption.isRequested })
    if console.isJSON {
      try console.write(json: .object([("path", .text(path))]))
    } else {
      console.note("\(isDry ? "would back up" : "backed up") \(location.path) to \(path)")
    }
    return .done
  }
}
