import Catalogue
import Testing

@testable import Storage

@Suite struct BookAddingTests {
  let library: Library

  init() throws { library = try Library() }

  @Test("a book that is added is shown with what was typed, in the account's name")
  func addAndShow() throws {
    let isbn = ISBN.sample(1)
    let number = try library.add(isbn: isbn) {
      $0.title = "Çelik"
      $0.authors = ["A", "B"]
      $0.pages = 0
      $0.rating = 4.5
    }
    let json = try library.json(number)
    #expect(json["number"] == .integer(number.rawValue))
    #expect(json["account"] == .string("home"))
    #expect(json["isbn"] == .string(isbn.description))
    #expect(json["title"] == .string("Çelik"))
    #expect(json["authors"] == .array([.string("A"), .string("B")]))
    #expect(json["pages"] == .integer(0))
    #expect(json["rating"] == .number(4.5))
    #expect(json["tags"] == .null)
    #expect(json["sync"] == .string("never"))
    #expect(json["added_at"] == .string(Library.now.description))
    #expect(json.count == BookField.all.count)
  }

  @Test("numbers come in the order of the books, and a book without ISBN is marked so")
  func order() throws {
    let books = [library.newBook(isbn: .sample(1)), library.newBook(), library.newBook()]
    let numbers = try library.write {
      try BookAdding.add(books, to: Library.home, at: Library.now, on: $0)
    }
    #expect(numbers == numbers.sorted() && numbers.count == 3)
    let read = try library.read { try BookRows.read(numbers: numbers, in: Library.home, on: $0) }
    #expect(read.map(\.id) == books.map(\.id))
    #expect(read.map(\.syncState) == [.never, .noISBN, .noISBN])
  }

  @Test("text is stored in normalisation form C")
  func composes() throws {
    let number = try library.add {
      $0.title = "C\u{327}elik"
      $0.authors = ["Zoe\u{308}"]
    }
    let title = try library.value("SELECT hex(title) FROM books WHERE number = \(number)")
    #expect(title == "C387656C696B")
    let authors = try library.value("SELECT authors FROM books WHERE number = \(number)")
    #expect(authors.map { Array($0.utf8) } == Array(#"["Zoë"]"#.utf8))
  }

  @Test("books are added in one change set, and a refused one undoes all")
  func changeSet() throws {
    let books = [library.newBook(), library.newBook()]
    try library.write { try BookAdding.add(books, to: Library.home, at: Library.now, on: $0) }
    #expect(try library.value("SELECT group_concat(name) FROM change_sets") == "add")
    #expect(
      try library.value("SELECT count(*) FROM changes WHERE change_set = 1 AND kind = 'insert'")
        == "2")
    #expect(
      try library.value("SELECT count(*) FROM settings WHERE key = 'running_change_set'") == "0")

    let again = [library.newBook(), books[0]]
    #expect(throws: StorageError.self) {
      try library.write { try BookAdding.add(again, to: Library.home, at: Library.now, on: $0) }
    }
    #expect(try library.value("SELECT count(*) FROM books") == "2")
    #expect(try library.value("SELECT count(*) FROM change_sets") == "1")
  }
}
