import CSQLite

/// The order of what is found by words: how well each book matches.
enum Ranking {
  /// A function of the search index, on connections to which it was added.
  static let function = "lctl_rank"

  /// Which phrases of a query are only the beginning of a word: bit 0 is the first one.
  /// - Parameter match: a query of the search index, as `QueryWords` writes it.
  static func begun(in match: String) -> Int64 {
    var begun: Int64 = 0
    // No phrase has a quote of its own: every second part is one.
    let parts = match.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() where index % 2 == 0 && index > 0 {
      // mutant begun-phrase: `part.hasPrefix(" *")` -> `part.hasPrefix("* ")` (BookSearchTests)
      if part.hasPrefix(" *") { begun |= 1 << Int64(index / 2 - 1) }
    }
    return begun
  }

  /// Adds the function to a connection that has it not.
  static func add(to connection: Connection) throws(StorageError) {
    guard !connection.canRank else { return }
    let code = csqlite_add_ranking(connection.handle, function)
    guard code == SQLITE_OK else { throw connection.failure(code) }
    connection.canRank = true
  }
}
