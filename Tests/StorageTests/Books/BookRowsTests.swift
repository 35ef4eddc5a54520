import Catalogue
import Testing

@testable import Storage

@Suite struct BookRowsTests {
  let library: Library

  init() throws { library = try Library() }

  @Test("books come in the order that is asked for, without those that are gone or another's")
  func order() throws {
    let work = try library.write {
      try Accounts.add(
        NewAccount(name: "work", source: .openLibrary), endpoint: .url(isNeeded: false), on: $0)
    }
    let first = try library.add()
    let others = try library.add(to: work.id)
    let removed = try library.add()
    let last = try library.add()
    try library.write {
      try BookRemoving.remove([removed], from: Library.home, at: Library.now, on: $0)
    }
    let wanted = [last, others, removed, BookNumber(rawValue: 99), first, last]
    let read = try library.read { try BookRows.read(numbers: wanted, in: Library.home, on: $0) }
    #expect(read.map(\.number) == [last, first, last])
    let ids = read.map(\.id)
    #expect(
      try library.read { try BookRows.read(ids: ids, in: Library.home, on: $0) } == read)
    #expect(try library.read { try BookRows.read(ids: ids, in: work.id, on: $0) } == [])
  }

  @Test("a row is read with everything that it has")
  func everything() throws {
    let number = try library.add(isbn: .sample(1)) { $0.title = "A" }
    try library.write {
      try $0.run(
        """
        UPDATE books SET fetched = '{"pages":3}', imported = '{"x":"y","raw":{"pages":"n"}}',
          origin_key = 'goodreads:1', sync_state = 'failed', sync_at = ?1, sync_detail = 'timed-out',
          source_key = '/books/OL1M', validators = 'v', fetched_at = ?1
        """, Library.now)
    }
    let book = try #require(try library.book(number))
    #expect(book.fetched.pages == 3)
    #expect(book.imported.other == ["x": .string("y")])
    #expect(book.imported.raw == ["pages": .string("n")])
    #expect(book.originKey == "goodreads:1" && book.sourceKey == "/books/OL1M")
    #expect(book.syncState == .failed && book.syncAt == Library.now)
    #expect(book.syncDetail == "timed-out" && book.validators == "v")
    #expect(book.fetchedAt == Library.now)
  }

  @Test("bytes that are no text are repaired in JSON, in rows and in windows")
  func invalidText() throws {
    let number = try library.add { $0.title = "good" }
    try library.write {
      try $0.run(
        """
        UPDATE books SET typed = CAST(x'7b227469746c65223a2261ff6222' || x'7d' AS TEXT)
        WHERE number = ?
        """, number)
    }
    #expect(try library.json(number)["title"] == .string("a\u{FFFD}b"))
    #expect(try library.book(number)?.typed.title == "a\u{FFFD}b")
    var titles: [String] = []
    try library.read { connection in
      try BookPage(account: Library.home).forEachRow([.title], on: connection) {
        titles.append($0.text(0))
      }
    }
    #expect(titles == ["a\u{FFFD}b"])
  }

  @Test("a row that broke the schema's rules is named")
  func corrupt() throws {
    let number = try library.add()
    try library.database.withWriter { connection in
      try connection.execute(
        """
        PRAGMA ignore_check_constraints = ON;
        UPDATE books SET incarnation = 'x';
        PRAGMA ignore_check_constraints = OFF;
        """)
    }
    let error = #expect(throws: StorageError.self) { try library.book(number) }
    #expect(error?.kind == .corrupt)
    #expect(error?.what == "book \(number) cannot be read")
  }
}
