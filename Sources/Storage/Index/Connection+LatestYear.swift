extension Connection {
  /// The last year in which a book can be said to be published: the next one. By the clock that the
  /// schema's own defaults use.
  func latestYear() throws(StorageError) -> Int {
    Int(try integer("SELECT strftime('%Y', 'now') + 1"))
  }
}
