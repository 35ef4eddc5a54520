/// Writes rows of the search index; they go in fastest in the order of their numbers.
struct IndexWriter {
  private let insert: Statement
  private let remove: Statement

  init(_ connection: Connection) throws(StorageError) {
    insert = try connection.prepare(
      """
      INSERT OR REPLACE INTO books_fts (rowid, title, authors, subjects, publisher, notes)
      VALUES (?, ?, ?, ?, ?, ?)
      """)
    remove = try connection.prepare("DELETE FROM books_fts WHERE rowid = ?")
  }

  func put(_ book: IndexedBook, at number: Int64) throws(StorageError) {
    try insert.bind(number, book.title, book.authors, book.subjects, book.publisher, book.notes)
    try insert.run()
  }

  func delete(_ number: Int64) throws(StorageError) {
    try remove.bind(number, at: 1)
    try remove.run()
  }
}
