import Catalogue
import Testing

@testable import Storage

@Suite struct BookMergeTests {
  let library: Library

  init() throws { library = try Library() }

  func merge(_ kept: BookNumber, _ other: BookNumber) throws -> BookMerge.Outcome {
    try library.write {
      try BookMerge.run(
        keeping: kept, removing: other, in: Library.home, at: Library.now, on: $0)
    }
  }

  func groups() throws -> [[Int64]] {
    var groups: [[Int64]] = []
    try library.read { connection in
      try DuplicateGroup.forEach(in: Library.home, on: connection) {
        groups.append($0.numbers.map(\.rawValue))
      }
    }
    return groups
  }

  @Test("books of one ISBN, and books that look alike, are told; what is missing is never alike")
  func duplicates() throws {
    let isbn = ISBN.sample(1)
    for _ in 0..<2 { try library.add(isbn: isbn) { $0.title = "One" } }
    for title in ["The Émigré", "Emigre, The", "the emigre"] {
      try library.add {
        $0.title = title == "Emigre, The" ? "Emigre" : title
        $0.authors = ["A. Writer"]
        $0.published = "1999"
        $0.language = "eng"
      }
    }
    for _ in 0..<2 { try library.add { $0.title = "Untitled" } }
    for _ in 0..<2 {
      try library.add {
        $0.title = "Undated"
        $0.authors = ["A. Writer"]
      }
    }
    #expect(try groups() == [[1, 2], [3, 4, 5]])
  }

  @Test("the book that stays gains what it lacks, and loses nothing that it shows")
  func merge() throws {
    let kept = try library.add {
      $0.title = "A"
      $0.subtitle = ""
      $0.tags = ["x"]
    }
    let other = try library.add {
      $0.title = "B"
      $0.subtitle = "Not wanted"
      $0.notes = "mine"
      $0.pages = 100
      $0.tags = ["x", "y"]
      $0.identifiers = ["asin": "B1"]
    }
    try library.say(.fetched, #"{"pages":200}"#, of: kept)
    try library.say(.imported, #"{"publisher":"P","authors":["Q"]}"#, of: other)
    let outcome = try merge(kept, other)
    #expect(outcome.gained == [.authors, .publisher, .notes, .identifiers, .tags])
    let json = try library.json(kept)
    #expect(json["title"] == .string("A") && json["subtitle"] == .null)
    #expect(json["pages"] == .integer(200), "what was fetched is shown already")
    #expect(json["notes"] == .string("mine") && json["publisher"] == .string("P"))
    #expect(json["tags"] == .array([.string("x"), .string("y")]))
    #expect(json["identifiers"] == .object(["asin": .string("B1")]))
    #expect(try library.value("SELECT removed_at IS NULL FROM books WHERE number = 2") == "0")
    let undone = try library.write { try Undo.run(in: Library.home, at: Library.now, on: $0) }
    #expect(undone.undone == [kept, other])
    #expect(try library.json(kept)["notes"] == .null)
    #expect(try library.value("SELECT typed FROM books WHERE number = 2")?.contains("mine") == true)
  }

  @Test("an ISBN is taken over with what was fetched for it")
  func takesISBN() throws {
    let kept = try library.add { $0.title = "A" }
    let isbn = ISBN.sample(3)
    let other = try library.add(isbn: isbn)
    try library.write {
      try $0.run(
        "UPDATE books SET fetched = ?, sync_state = 'fetched', fetched_at = ? WHERE number = ?",
        #"{"title":"F","pages":7}"#, Library.now, other)
    }
    #expect(try merge(kept, other).gained == [.isbn, .pages])
    let book = try #require(try library.book(kept))
    #expect(book.isbn == isbn && book.syncState == .fetched && book.shown.title == "A")
  }

  @Test("roles stay with their authors, and a number with its series")
  func pairs() throws {
    let kept = try library.add { $0.title = "A" }
    let other = try library.add { $0.title = "A" }
    try library.say(.imported, #"{"authors":["Own"],"series":"S"}"#, of: kept)
    try library.say(
      .imported,
      #"{"authors":["X"],"contributors":[{"name":"X","role":"translator"}],"series":"T","series_number":"4"}"#,
      of: other)
    _ = try merge(kept, other)
    let shown = try #require(try library.book(kept)).shown
    #expect(shown.authors == ["Own"] && shown.contributors == nil)
    #expect(shown.series == "S" && shown.seriesNumber == nil)
  }

  @Test("a book is not merged with itself, nor with one that is not there")
  func refused() throws {
    let one = try library.add { $0.title = "A" }
    #expect(throws: BookReferenceError.self) { try merge(one, one) }
    #expect(throws: BookReferenceError.self) { try merge(one, BookNumber(rawValue: 9)) }
    #expect(try library.value("SELECT removed_at FROM books") == nil)
  }
}
