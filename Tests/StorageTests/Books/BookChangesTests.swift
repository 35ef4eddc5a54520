import Catalogue
import Determinism
import Testing

@testable import Storage

@Suite struct BookChangesTests {
  let library: Library
  let holder: TicketHolder
  let later = Instant(rawValue: Library.now.rawValue + 5000)

  init() throws {
    library = try Library()
    holder = try TicketHolder(lockPath: library.database.lockPath)
  }

  func claim(_ number: BookNumber, at now: Instant = Library.now) throws -> ClaimedBook {
    let account = try library.read { try Accounts.current(on: $0) }
    var request = ClaimRequest(
      account: account.id, epoch: account.epoch, now: now, limit: 1)
    request.numbers = [number]
    let claim = try library.write { try Tickets.claim(request, for: holder, on: $0) }
    return try #require(claim.books.first)
  }

  func found(_ ticket: Ticket, _ change: (inout BookDetails) -> Void) -> Redemption {
    var details = BookDetails()
    change(&details)
    let record = TitleRecord(isbn: ticket.isbn, details: details, sourceKey: "/books/OL1M")
    return Redemption(ticket: ticket, outcome: .found(record), at: later)
  }

  func write(
    from old: Book?, to new: Book?, redeeming redemption: Redemption? = nil
  ) throws -> BookVerdict {
    try library.write {
      try BookChanges.write(from: old, to: new, redeeming: redemption, at: later, on: $0)
    }
  }

  @Test("only the fields that differ are written, so that another's edit of another field stands")
  func fields() throws {
    let number = try library.add {
      $0.title = "A"
      $0.identifiers = ["asin": "1", "other": "2"]
      $0.shelf = "here"
    }
    let old = try #require(try library.book(number))
    // As another process does meanwhile.
    try library.write {
      try $0.run(
        """
        UPDATE books SET typed =
          json_set(typed, '$.notes', 'theirs', '$.title', 'theirs', '$.identifiers.lccn', '3')
        """)
    }
    var new = old
    new.typed.authors = ["B"]
    new.typed.shelf = nil
    new.typed.identifiers = ["asin": "4"]
    #expect(try write(from: old, to: new) == BookVerdict())
    var expected = BookDetails()
    expected.title = "theirs"
    expected.notes = "theirs"
    expected.authors = ["B"]
    expected.identifiers = ["asin": "4", "lccn": "3"]
    #expect(try library.book(number)?.typed == expected)
    #expect(try library.json(number)["edited_at"] == .string(later.description))
  }

  @Test("fields without a name here come through a change of others, whatever their keys")
  func unknownFields() throws {
    let number = try library.add()
    try library.say(
      .typed, #"{"raw":{"pages":"n"},"a \"b\" $.c":{"d":[1,{"e":null}]},"title":"A"}"#, of: number)
    let old = try #require(try library.book(number))
    var new = old
    new.typed.title = "B"
    #expect(try write(from: old, to: new) == BookVerdict())
    let written = try #require(try library.book(number))
    #expect(written == new)
    new.typed.raw = nil
    new.typed.other?["x"] = .object(["y": .integer(1)])
    #expect(try write(from: written, to: new) == BookVerdict())
    #expect(try library.book(number) == new)
  }

  @Test("any change of any field is read back as it was made, whatever stood there before")
  func random() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let number = try library.add()
    var old = try #require(try library.book(number))
    for _ in 0..<200 {
      var new = old
      new.typed = PrecedenceTests.random(.typed, &generator)
      #expect(try write(from: old, to: new) == BookVerdict())
      old = try #require(try library.book(number))
      #expect(old.typed == new.typed, "seed \(seed)")
    }
  }

  @Test("a completion is written with its ticket, beside an edit of the same book")
  func completion() throws {
    let number = try library.add(isbn: .sample(1)) { $0.title = "typed" }
    let claimed = try claim(number)
    var new = claimed.book
    new.typed.title = "edited"
    let verdict = try write(
      from: claimed.book, to: new, redeeming: found(claimed.ticket) { $0.title = "fetched" })
    #expect(verdict == BookVerdict())
    let book = try #require(try library.book(number))
    #expect(book.typed.title == "edited" && book.fetched.title == "fetched")
    #expect(book.syncState == .fetched && book.fetchedAt == later)
    #expect(book.sourceKey == "/books/OL1M")
    #expect(try library.value("SELECT count(*) FROM tickets") == "0")

    // The same answer once more.
    let again = try write(
      from: book, to: book, redeeming: found(claimed.ticket) { $0.title = "twice" })
    #expect(again == BookVerdict(refusedCompletion: .expired))
    #expect(try library.book(number) == book)
  }

  @Test("a refused completion does not take the edit with it")
  func refusedCompletion() throws {
    let number = try library.add(isbn: .sample(1))
    let claimed = try claim(number)
    // The lease has run out.
    _ = try claim(number, at: Instant(rawValue: Library.now.rawValue + 600_000))
    var new = claimed.book
    new.typed.title = "edited"
    new.fetched.title = "fetched"
    let verdict = try write(
      from: claimed.book, to: new, redeeming: found(claimed.ticket) { $0.title = "fetched" })
    #expect(verdict.refusedChange == nil)
    #expect(verdict.refusedCompletion == .superseded)
    let book = try #require(try library.book(number))
    #expect(book.typed.title == "edited" && book.fetched == BookDetails())
  }

  @Test("a refused edit does not take the completion with it")
  func refusedEdit() throws {
    let number = try library.add(isbn: .sample(1))
    let claimed = try claim(number)
    var new = claimed.book
    new.typed.rating = 77
    let verdict = try write(
      from: claimed.book, to: new, redeeming: found(claimed.ticket) { $0.title = "fetched" })
    #expect(verdict.refusedChange?.contains("rating") == true)
    #expect(verdict.refusedCompletion == nil)
    let book = try #require(try library.book(number))
    #expect(book.typed == BookDetails() && book.fetched.title == "fetched")
  }

  @Test("an answer that breaks a rule of the schema is a malformed one")
  func brokenAnswer() throws {
    let number = try library.add(isbn: .sample(1))
    let claimed = try claim(number)
    let verdict = try write(
      from: claimed.book, to: claimed.book, redeeming: found(claimed.ticket) { $0.rating = 99 })
    #expect(verdict == BookVerdict())
    let book = try #require(try library.book(number))
    #expect(book.syncState == .failed && book.fetched == BookDetails())
    #expect(try library.value("SELECT count(*) FROM tickets") == "0")
  }

  @Test("what was fetched is never written without a ticket")
  func noTicket() throws {
    let number = try library.add(isbn: .sample(1))
    let old = try #require(try library.book(number))
    var new = old
    new.fetched.title = "forged"
    new.typed.shelf = "x"
    let verdict = try write(from: old, to: new)
    #expect(verdict == BookVerdict(refusedCompletion: .expired))
    let book = try #require(try library.book(number))
    #expect(book.fetched == BookDetails() && book.typed.shelf == "x")
  }

  @Test("a new ISBN in the same change refuses the answer to the old one")
  func isbnChanged() throws {
    let number = try library.add(isbn: .sample(1))
    let claimed = try claim(number)
    var new = claimed.book
    new.isbn = .sample(2)
    let verdict = try write(
      from: claimed.book, to: new, redeeming: found(claimed.ticket) { $0.title = "old" })
    #expect(verdict == BookVerdict(refusedCompletion: .isbnChanged))
    let book = try #require(try library.book(number))
    #expect(book.isbn == .sample(2) && book.fetched == BookDetails())
  }

  @Test("a book that was removed, restored or made anew takes neither an edit nor an answer")
  func anotherIncarnation() throws {
    let number = try library.add(isbn: .sample(1))
    let claimed = try claim(number)
    var new = claimed.book
    new.typed.title = "late"
    let late = found(claimed.ticket) { $0.title = "late" }

    try library.write {
      try BookRemoving.remove([number], from: Library.home, at: Library.now, on: $0)
    }
    var verdict = try write(from: claimed.book, to: new, redeeming: late)
    #expect(verdict.refusedChange == "the book was removed")
    #expect(verdict.refusedCompletion == .removed)

    try library.write {
      try BookRemoving.restore([number], to: Library.home, at: Library.now, on: $0)
    }
    verdict = try write(from: claimed.book, to: new, redeeming: late)
    #expect(verdict.refusedChange != nil && verdict.refusedCompletion == .removed)

    try library.write { try $0.run("DELETE FROM books") }
    verdict = try write(from: claimed.book, to: new, redeeming: late)
    #expect(verdict.refusedChange == "the book is gone" && verdict.refusedCompletion == .removed)
    #expect(try library.value("SELECT count(*) FROM books") == "0")
  }

  @Test("a removal from a window goes to the trash, and only that very row")
  func removal() throws {
    let number = try library.add { $0.title = "A" }
    let old = try #require(try library.book(number))
    #expect(try write(from: old, to: nil) == BookVerdict())
    #expect(try library.book(number) == nil)
    #expect(try write(from: old, to: nil) == BookVerdict(), "gone already, as was asked")
    try library.write {
      try BookRemoving.restore([number], to: Library.home, at: Library.now, on: $0)
    }
    #expect(try write(from: old, to: nil).refusedChange != nil)
    #expect(try library.book(number) != nil)
  }

  @Test("a new book is inserted as it is, and its number is not taken from another")
  func insertion() throws {
    let first = try library.add(isbn: .sample(1)) { $0.title = "A" }
    let template = try #require(try library.book(first))
    var typed = BookDetails()
    typed.title = "B"
    let new = Book(
      number: BookNumber(rawValue: 40), id: BookID(high: 0x7000, low: 0x8000_0000_0000_0001),
      account: Library.home, isbn: .sample(2), incarnation: Incarnation(value: 9), typed: typed)
    #expect(try write(from: nil, to: new) == BookVerdict(number: new.number))
    #expect(try library.book(new.number) == new)
    let taken = Book(
      number: first, id: BookID(high: 0x7000, low: 0x8000_0000_0000_0002), account: Library.home,
      isbn: nil, incarnation: Incarnation(value: 8))
    #expect(try write(from: nil, to: taken).refusedChange != nil)
    #expect(try library.book(first) == template)
  }

  @Test("an unchanged book writes nothing")
  func unchanged() throws {
    let number = try library.add { $0.title = "A" }
    let book = try #require(try library.book(number))
    let entries = try library.value("SELECT max(seq) FROM changes")
    #expect(try write(from: book, to: book) == BookVerdict())
    #expect(try library.value("SELECT max(seq) FROM changes") == entries)
  }
}
