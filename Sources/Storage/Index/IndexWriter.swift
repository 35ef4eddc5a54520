/// Writes rows of the search index; they go in fastest in the order of their numbers.
struct IndexWriter {
  private let insert: Statement
  private let replace: Statement
  private let remove: Statement

  init(_ connection: Connection) throws(StorageError) {
    let row = """
      INTO books_fts (rowid, title, authors, subjects, publisher, notes) VALUES (?, ?, ?, ?, ?, ?)
      """
    insert = try connection.prepare("INSERT " + row)
    replace = try connection.prepare("INSERT OR REPLACE " + row)
    remove = try connection.prepare("DELETE FROM books_fts WHERE rowid = ?")
  }

  /// Writes the row of a book that has none.
  func insert(_ book: IndexedBook, at number: Int64) throws(StorageError) {
    try insert.bind(number, book.title, book.authors, book.subjects, book.publisher, book.notes)
    try insert.run()
  }

  /// Writes the row of a book, in the place of the one that is there, if any.
  func put(_ book: IndexedBook, at number: Int64) throws(StorageError) {
    try replace.bind(number, book.title, book.authors, book.subjects, book.publisher, book.notes)
    try replace.run()
  }

  func delete(_ number: Int64) throws(StorageError) {
    try remove.bind(number, at: 1)
    try remove.run()
  }
}
