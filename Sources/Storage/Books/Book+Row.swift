import Catalogue

extension Book {
  /// The columns that `init(row:)` reads, in order.
  static let columns = """
    number, id, account, isbn, incarnation, origin_key, typed, fetched, imported, sync_state, \
    sync_at, sync_detail, source_key, validators, fetched_at
    """

  /// How many columns that is.
  static let columnCount = 15

  /// Reads a row of `columns`.
  /// - Throws: a `StorageError` that names the book, where the schema's rules were broken.
  init(row: Statement) throws(StorageError) {
    let number = BookNumber(rawValue: row.int64(0))
    func failure(_ column: String, _ cause: String) -> StorageError {
      StorageError(
        .corrupt, "book \(number) cannot be read", at: row.connection.path,
        because: "its \(column) is \(cause)", remedy: "run `db check`")
    }
    func details(_ position: Int, _ column: String) throws(StorageError) -> BookDetails {
      let parsed: Result<BookDetails, JSONError> = row.withUTF8(position) { text in
        // Most origins say nothing.
        if text.count == 2 { return .success(BookDetails()) }
        do throws(JSONError) {
          return .success(try BookDetails(json: text.span))
        } catch {
          return .failure(error)
        }
      }
      switch parsed {
      case .success(let details): return details
      case .failure(let error): throw failure(column, error.description)
      }
    }
    func instant(_ position: Int) -> Instant? { row.optionalText(position).flatMap(Instant.init) }

    guard let id = BookID(row.text(1)) else { throw failure("id", "no UUID") }
    guard let incarnation = Incarnation(row.text(4)) else {
      throw failure("incarnation", "not 16 hexadecimal digits")
    }
    guard let state = SyncState(rawValue: row.text(9)) else {
      throw failure("sync_state", "none that is known")
    }
    var isbn: ISBN?
    if let text = row.optionalText(3) {
      guard let value = UInt64(text).flatMap(ISBN.init(number:)) else {
        throw failure("isbn", "not valid")
      }
      isbn = value
    }
    self.init(
      number: number, id: id, account: AccountID(rawValue: row.int64(2)), isbn: isbn,
      incarnation: incarnation, originKey: row.optionalText(5), typed: try details(6, "typed"),
      fetched: try details(7, "fetched"), imported: try details(8, "imported"), syncState: state,
      syncAt: instant(10), syncDetail: row.optionalText(11), sourceKey: row.optionalText(12),
      validators: row.optionalText(13), fetchedAt: instant(14))
  }
}
