extension Connection {
  /// The last year in which a book can be said to be published: the next one. By the clock that the
  /// schema's own defaults use, asked once a transaction.
  func latestYear() throws(StorageError) -> Int {
    if let known = transaction.latestYear { return known }
    let year = Int(try integer("SELECT strftime('%Y', 'now') + 1"))
    if transaction.kind != .none { transaction.latestYear = year }
    return year
  }
}
