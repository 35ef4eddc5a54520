import Catalogue

extension Account {
  /// Reads id, name, source, endpoint, contact, rate, epoch, is_current.
  init(row: Statement) throws(StorageError) {
    let name = row.text(1)
    guard let source = Source(rawValue: row.text(2)) else {
      throw StorageError(
        .corrupt, "the account `\(name)` cannot be read", at: row.connection.path,
        because: "its source is no name of a kind of source", remedy: "run `db check`")
    }
    self.init(
      id: AccountID(rawValue: row.int64(0)), name: name, source: source,
      endpoint: row.optionalText(3), contact: row.optionalText(4), rate: row.optionalDouble(5),
      epoch: Epoch(rawValue: row.int64(6)), isCurrent: row.bool(7))
  }
}
