import CSQLite

/// The order of what is found by words: how well each book matches.
enum Ranking {
  /// A function of the search index, on connections to which it was added.
  static let function = "lctl_rank"

  /// Adds the function to a connection that has it not.
  static func add(to connection: Connection) throws(StorageError) {
    guard !connection.canRank else { return }
    let code = csqlite_add_ranking(connection.handle, function)
    guard code == SQLITE_OK else { throw connection.failure(code) }
    connection.canRank = true
  }
}
