import Catalogue
import Testing

@testable import Storage

@Suite struct BookEditingTests {
  let library: Library

  init() throws { library = try Library() }

  @discardableResult
  func edit(
    _ numbers: BookNumber..., change: (inout BookEdit) -> Void
  ) throws -> BookEditing.Outcome {
    var edit = BookEdit()
    change(&edit)
    return try library.write {
      try BookEditing.edit(numbers, edit, in: Library.home, at: Library.now, on: $0)
    }
  }

  func typed(_ number: BookNumber) throws -> String? {
    try library.value("SELECT typed FROM books WHERE number = \(number)")
  }

  @Test("an edit writes the fields that it names and no other")
  func setsNamedFields() throws {
    let number = try library.add {
      $0.title = "A"
      $0.shelf = "one"
    }
    // As another process that edits another field.
    try library.write {
      try $0.run("UPDATE books SET typed = json_set(typed, '$.notes', 'kept') WHERE number = 1")
    }
    let outcome = try edit(number) { $0.set.title = "B" }
    #expect(outcome.edited == [number])
    #expect(try typed(number) == #"{"title":"B","shelf":"one","notes":"kept"}"#)
    #expect(try library.json(number)["edited_at"] == .string(Library.now.description))
  }

  @Test("clearing shows what was fetched again, emptying shows nothing")
  func clearAndEmpty() throws {
    let number = try library.add(isbn: .sample(1)) {
      $0.title = "typed"
      $0.authors = ["typed"]
      $0.pages = 3
    }
    try library.say(
      .fetched, #"{"title":"fetched","authors":["fetched"],"pages":9,"rating":3}"#, of: number)
    try edit(number) { $0.clear = [.title, .authors] }
    try edit(number) { $0.empty = [.pages, .rating] }
    let json = try library.json(number)
    #expect(json["title"] == .string("fetched"))
    #expect(json["authors"] == .array([.string("fetched")]))
    #expect(json["pages"] == .null)
    #expect(json["rating"] == .null)
    #expect(try typed(number) == #"{"pages":"","rating":""}"#)
  }

  @Test("keeping makes what is shown typed, with the roles of the authors")
  func keep() throws {
    let number = try library.add(isbn: .sample(1)) { $0.shelf = "" }
    let fetched = #"""
      {"title":"say \"hi\"","authors":["X"],"contributors":[{"name":"X","role":"editor"}],\#
      "pages":9,"rating":4.5,"series":"S","series_number":"2.5","shelf":"hidden"}
      """#
    try library.say(.fetched, fetched, of: number)
    try edit(number) {
      $0.keep = [.title, .authors, .pages, .rating, .series, .shelf, .notes, .tags]
    }
    try library.say(.fetched, "{}", of: number)
    let book = try #require(try library.book(number))
    #expect(book.typed.title == #"say "hi""#)
    #expect(book.typed.authors == ["X"])
    #expect(book.typed.contributors == [Contributor(name: "X", role: "editor")])
    #expect(book.typed.pages == 9)
    #expect(book.typed.rating == 4.5)
    #expect(book.typed.seriesNumber == "2.5", "the series would be shown without its number")
    #expect(book.typed.shelf == "", "said to be empty, and kept so")
    #expect(book.typed.notes == nil && book.typed.tags == nil)
  }

  @Test("tags are added to and taken from those that are shown")
  func tags() throws {
    let number = try library.add()
    try library.say(.imported, #"{"tags":["b","a"]}"#, of: number)
    try edit(number) {
      $0.addTags = ["c", "a", "c"]
      $0.removeTags = ["b", "nowhere"]
    }
    #expect(try library.json(number)["tags"] == .array([.string("a"), .string("c")]))
    #expect(try library.value("SELECT imported FROM books") == #"{"tags":["b","a"]}"#)

    let same = try edit(number) {
      $0.addTags = ["a"]
      $0.removeTags = ["b"]
    }
    #expect(same.unchanged == [number])
    try edit(number) { $0.removeTags = ["a", "c"] }
    #expect(try library.json(number)["tags"] == .null)
    #expect(try typed(number) == #"{"tags":[]}"#)
  }

  @Test("the new authors have no roles that the old ones had")
  func authorsDropRoles() throws {
    let number = try library.add {
      $0.authors = ["A"]
      $0.contributors = [Contributor(name: "A", role: "editor")]
    }
    try edit(number) { $0.set.authors = ["B"] }
    #expect(try typed(number) == #"{"authors":["B"]}"#)
  }

  @Test("an ISBN is set and cleared as a plain value, which forgets what was fetched")
  func isbn() throws {
    let number = try library.add(isbn: .sample(1))
    try library.say(.fetched, #"{"title":"old"}"#, of: number)
    try edit(number) { $0.isbn = .set(.sample(2)) }
    var book = try #require(try library.book(number))
    #expect(book.isbn == .sample(2) && book.fetched == BookDetails() && book.syncState == .never)
    #expect(try edit(number) { $0.isbn = .set(.sample(2)) }.unchanged == [number])
    try edit(number) { $0.isbn = .clear }
    book = try #require(try library.book(number))
    #expect(book.isbn == nil && book.syncState == .noISBN)
    #expect(try edit(number) { $0.isbn = .clear }.unchanged == [number])
  }

  @Test("each book is edited, unchanged or missing, and an edit without effect leaves no trace")
  func outcome() throws {
    let first = try library.add { $0.title = "A" }
    let second = try library.add { $0.title = "B" }
    let removed = try library.add()
    try library.write {
      try BookRemoving.remove([removed], from: Library.home, at: Library.now, on: $0)
    }
    let nowhere = BookNumber(rawValue: 99)
    let sets = try library.value("SELECT count(*) FROM change_sets")
    let outcome = try edit(first, second, removed, nowhere) { $0.set.title = "B" }
    #expect(outcome.edited == [first])
    #expect(outcome.unchanged == [second])
    #expect(outcome.missing == [removed, nowhere])
    let entries = try library.value("SELECT max(seq) FROM changes")
    #expect(try edit(first) { $0.set.title = "B" }.unchanged == [first])
    #expect(try library.value("SELECT max(seq) FROM changes") == entries)
    #expect(try library.value("SELECT count(*) - \(sets ?? "") FROM change_sets") == "1")
  }

  @Test("an edit that contradicts itself or names a column of the row is refused")
  func refusals() throws {
    let number = try library.add()
    #expect(throws: BookEditError.contradiction(.title)) {
      try edit(number) {
        $0.set.title = "A"
        $0.clear = [.title]
      }
    }
    #expect(throws: BookEditError.contradiction(.tags)) {
      try edit(number) {
        $0.addTags = ["A"]
        $0.removeTags = ["A"]
      }
    }
    #expect(throws: BookEditError.notEditable(.year)) { try edit(number) { $0.empty = [.year] } }
  }

  @Test("books of another account are not touched")
  func otherAccount() throws {
    let work = try library.write {
      try Accounts.add(
        NewAccount(name: "work", source: .openLibrary), endpoint: .url(isNeeded: false), on: $0)
    }
    let number = try library.add(to: work.id) { $0.title = "A" }
    #expect(try edit(number) { $0.set.title = "B" }.missing == [number])
    #expect(try library.value("SELECT title FROM books") == "A")
  }
}
