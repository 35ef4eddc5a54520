import Catalogue
import Testing

@testable import Storage

@Suite struct BookReferenceTests {
  let library: Library

  init() throws { library = try Library() }

  func resolve(_ text: String, inTrash: Bool = false) throws -> BookNumber {
    let reference = try BookReference(parsing: text)
    return try library.read {
      try reference.resolve(in: Library.home, inTrash: inTrash, on: $0)
    }
  }

  @Test("a number, an id and either form of an ISBN lead to the book")
  func resolves() throws {
    let isbn = try ISBN(parsing: "0306406152")
    let number = try library.add(isbn: isbn)
    let id = try #require(try library.book(number)).id
    for text in ["\(number)", "\(id)", "978-0-306-40615-7", "0306406152", "ISBN 0-306-40615-2"] {
      #expect(try resolve(text) == number, "\(text)")
    }
  }

  @Test("two copies of one ISBN are named by their numbers, and one in the trash does not count")
  func copies() throws {
    let isbn = ISBN.sample(1)
    let first = try library.add(isbn: isbn)
    let second = try library.add(isbn: isbn)
    #expect(throws: BookReferenceError.several(.isbn(isbn), [first, second])) {
      try resolve(isbn.description)
    }
    try library.write {
      try BookRemoving.remove([first], from: Library.home, at: Library.now, on: $0)
    }
    #expect(try resolve(isbn.description) == second)
    #expect(try resolve(isbn.description, inTrash: true) == first)
  }

  @Test("what cannot be found says why")
  func errors() throws {
    let number = try library.add()
    #expect(throws: BookReferenceError.notFound(.number(BookNumber(rawValue: 7)))) {
      try resolve("7")
    }
    #expect(throws: BookReferenceError.notRemoved(.number(number), number)) {
      try resolve("\(number)", inTrash: true)
    }
    try library.write {
      try BookRemoving.remove([number], from: Library.home, at: Library.now, on: $0)
    }
    #expect(throws: BookReferenceError.inTrash(.number(number), number)) {
      try resolve("\(number)")
    }
    let work = try library.write {
      try Accounts.add(
        NewAccount(name: "work", source: .openLibrary), endpoint: .url(isNeeded: false), on: $0)
    }
    let other = try library.add(to: work.id)
    #expect(throws: BookReferenceError.otherAccount(.number(other), "work")) {
      try resolve("\(other)")
    }
  }

  @Test(
    "text that names no book is refused", arguments: ["", "0", "-1", "abc", "9780306406158", "1 2"])
  func unreadable(_ text: String) {
    #expect(throws: BookReferenceError.self) { try BookReference(parsing: text) }
  }
}
