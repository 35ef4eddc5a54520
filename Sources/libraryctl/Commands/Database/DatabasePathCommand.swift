/// `db path`
enum DatabasePathCommand {
  static let command = Command(
    "path", "prints where the library is, whether it is there or not",
    examples: [Command.Example("libraryctl db path", "for sqlite3 and other programs")],
    answers: [.one(.path)]
  ) { invocation, console in
    let location = try LibraryLocation.find(invocation)
    if console.isJSON {
      try console.write(json: .object([("path", .text(location.path))]))
    } else {
      try console.output.write(location.path + "\n")
    }
    return .done
  }
}
