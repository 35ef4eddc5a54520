/// Where the library is, and whether the user named that place.
struct LibraryLocation: Equatable {
  let path: String
  /// Whether `--db` named it: then it must be there to be read. The default library need not.
  let isNamed: Bool

  /// Finds the place: `--db`, then what is set, then the data directory of the XDG base
  /// directory specification (https://specifications.freedesktop.org/basedir-spec/).
  static func find(_ invocation: Invocation) throws(CommandError) -> LibraryLocation {
    guard let location = try findIfAny(invocation) else {
      throw CommandError(
        .failed, "there is no place for the library: HOME is not set",
        hint: "name the database with --db PATH")
    }
    return location
  }

  /// As `find`.
  /// - Returns: nil when there is no place for a library.
  static func findIfAny(_ invocation: Invocation) throws(CommandError) -> LibraryLocation? {
    if let path = invocation.value(of: GlobalOptions.db) {
      guard !path.isEmpty else {
        throw invocation.usage("--db names no file", hint: "write --db PATH")
      }
      return LibraryLocation(path: path, isNamed: true)
    }
    if let given = try Setting.db.given() {
      return LibraryLocation(path: given.text, isNamed: false)
    }
    return UserDirectory.data.map {
      LibraryLocation(path: $0 + "/libraryctl/library.db", isNamed: false)
    }
  }
}
