/// Where the library is, and whether the user named that place.
struct LibraryLocation: Equatable {
  let path: String
  /// Whether `--db` named it: then it must be there to be read. The default library need not.
  let isNamed: Bool

  /// Finds the place: `--db`, then what is set, then the data directory of the XDG base
  /// directory specification (https://specifications.freedesktop.org/basedir-spec/).
  static func find(_ invocation: Invocation) throws(CommandError) -> LibraryLocation {
    if let path = invocation.value(of: GlobalOptions.db) {
      guard !path.isEmpty else {
        throw invocation.usage("--db names no file", hint: "write --db PATH")
      }
      return LibraryLocation(path: path, isNamed: true)
    }
    if let given = try Setting.db.given() {
      return LibraryLocation(path: given.text, isNamed: false)
    }
    return LibraryLocation(path: try dataDirectory() + "/libraryctl/library.db", isNamed: false)
  }

  /// A relative path in XDG_DATA_HOME is to be ignored, says the specification.
  private static func dataDirectory() throws(CommandError) -> String {
    if let path = Environment.value("XDG_DATA_HOME"), path.hasPrefix("/") { return path }
    guard let home = Environment.value("HOME") else {
      throw CommandError(
        .failed, "there is no place for the library: HOME is not set",
        hint: "name the database with --db PATH")
    }
    return home + "/.local/share"
  }
}
