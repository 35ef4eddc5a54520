import Catalogue
import Testing

@testable import Storage

@Suite("Writing what changed in a window of books")
struct BookWriterTests {
  private let library: TicketLibrary
  private let claimed: [ClaimedBook]

  init() throws {
    library = try TicketLibrary(books: 3)
    let holder = try library.holder()
    claimed = try library.claim(library.request(), for: holder).books
  }

  /// An answer for a claimed book, as the window holds it.
  private func answer(
    _ index: Int, _ change: (inout BookDetails) -> Void
  ) -> BookWriter.Change {
    var details = BookDetails()
    change(&details)
    let old = claimed[index].book
    var new = old
    new.fetched = details
    let outcome = TitleOutcome.found(
      TitleRecord(isbn: claimed[index].ticket.isbn, details: details))
    return BookWriter.Change(
      old: old, new: new,
      redemption: Redemption(
        ticket: claimed[index].ticket, outcome: outcome, at: TicketLibrary.now))
  }

  private func write(_ changes: [BookWriter.Change]) throws -> [BookVerdict] {
    try library.database.writeAndWait {
      try BookWriter(connection: $0, now: TicketLibrary.now).write(changes)
    }
  }

  @Test("an answer brings the sort keys and the year with it, in one change of the row")
  func keys() throws {
    let verdicts = try write([
      answer(0) {
        $0.title = "The Way of Kings"
        $0.authors = ["Brandon Sanderson"]
        $0.published = "August 2010"
      }
    ])
    #expect(verdicts.allSatisfy { !$0.isRefusal })
    let keys =
      SortKey.title("The Way of Kings", language: nil) + "/"
      + SortKey.author("Brandon Sanderson") + "/2010"
    #expect(
      try library.value(
        "SELECT title_key || '/' || author_key || '/' || year FROM books WHERE number = 1") == keys)
    #expect(try library.value("SELECT count(*) FROM changes WHERE kind = 'update'") == "1")
  }

  @Test("keys that another program's edit has made wrong meanwhile are righted before the commit")
  func keysOfAnother() throws {
    try library.sql("UPDATE books SET typed = json_object('title', 'Another') WHERE number = 1")
    _ = try write([answer(0) { $0.title = "Fetched" }])
    #expect(
      try library.value("SELECT title || '/' || title_key FROM books WHERE number = 1")
        == "Another/another")
    #expect(
      try library.value("SELECT count(*) FROM books_fts WHERE books_fts MATCH 'another'") == "1")
  }

  @Test("answers belong to no change set, and edits beside them to one")
  func sets() throws {
    var edited = answer(1) { $0.title = "Fetched" }
    var new = try #require(edited.new)
    new.typed.notes = "mine"
    edited = BookWriter.Change(old: edited.old, new: new, redemption: edited.redemption)
    _ = try write([answer(0) { $0.title = "A" }, edited])
    #expect(
      try library.value("SELECT group_concat(number) FROM changes WHERE change_set IS NOT NULL")
        == "2")
    #expect(try library.value("SELECT count(*) FROM change_sets") == "1")
    #expect(
      try library.value("SELECT count(*) FROM settings WHERE key = 'running_change_set'") == "0")
  }

  @Test("an answer that a rule of the schema refuses is malformed, and keeps no other back")
  func refused() throws {
    let verdicts = try write([
      answer(0) { $0.title = "A" }, answer(1) { $0.rating = 7 }, answer(2) { $0.title = "C" },
    ])
    #expect(verdicts.allSatisfy { !$0.isRefusal })
    #expect(
      try library.value("SELECT group_concat(sync_state) FROM books") == "fetched,failed,fetched")
    #expect(
      try library.value("SELECT sync_detail FROM books WHERE number = 2")?
        .hasPrefix("malformed: ") == true)
    #expect(try library.value("SELECT fetched FROM books WHERE number = 2") == "{}")
    #expect(try library.value("SELECT count(*) FROM tickets") == "0")
  }

  @Test("a sync may be undone by nobody: it leaves nothing to undo")
  func nothingToUndo() throws {
    _ = try write([answer(0) { $0.title = "A" }])
    #expect(try library.value("SELECT count(*) FROM change_sets") == "0")
  }
}
