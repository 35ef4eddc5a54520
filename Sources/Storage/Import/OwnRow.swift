import Catalogue

/// A row of a file that a library of this program has exported: it bears its book's identity.
enum OwnRow {
  /// The identity in an origin key: `id:0192f0c1-…`; nil in others.
  static func id(in originKey: String) -> BookID? {
    // mutant own-row-never-doubles:
    //   `originKey.hasPrefix("id:")` -> `originKey.isEmpty` (ExportCommandTests)
    originKey.hasPrefix("id:") ? BookID(String(originKey.dropFirst(3))) : nil
  }

  /// The fields of a row that say something else than is shown of the book; what a format has no
  /// place for says nothing.
  static func differences(
    of row: ImportedBook, from number: BookNumber, in account: AccountID,
    on connection: Connection
  ) throws(StorageError) -> [String] {
    let statement = try connection.prepare(
      "SELECT \(ListedBook.columns) FROM books AS b WHERE b.number = ? AND b.account = ?")
    try statement.bind(number, account)
    defer { statement.reset() }
    guard try statement.step() else { return [] }
    let book = ListedBook(statement)
    let (said, shown) = (row.details, book.details)
    var differences: [String] = []
    if let isbn = row.isbn, isbn != book.isbn { differences.append(BookField.isbn.name) }
    for field in BookField.sayable where said.says(field) && !said.says(field, as: shown) {
      // White space is stored on one line, but may have been typed otherwise.
      if field.storage == .text, let said = said.text(of: field), let shown = shown.text(of: field),
        TextForm.collapsed(said) == TextForm.collapsed(shown)
      {
        continue
      }
      differences.append(field.name)
    }
    return differences
  }
}
