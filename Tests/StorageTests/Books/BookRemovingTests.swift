import Catalogue
import Testing

@testable import Storage

@Suite struct BookRemovingTests {
  let library: Library

  init() throws { library = try Library() }

  @Test("a removed book is listed nowhere but in the trash, and comes back with all it had")
  func removeAndRestore() throws {
    let number = try library.add(isbn: .sample(1)) { $0.title = "A" }
    let before = try #require(try library.book(number))
    let removed = try library.write {
      try BookRemoving.remove([number, number], from: Library.home, at: Library.now, on: $0)
    }
    #expect(removed.done == [number] && removed.missing == [number])
    #expect(try library.book(number) == nil)
    var page = BookPage(account: Library.home)
    #expect(try library.read { try page.numbers(on: $0) } == [])
    page.inTrash = true
    #expect(try library.read { try page.numbers(on: $0) } == [number])

    let restored = try library.write {
      try BookRemoving.restore([number, number], to: Library.home, at: Library.now, on: $0)
    }
    #expect(restored.done == [number] && restored.missing == [number])
    var after = try #require(try library.book(number))
    #expect(after.incarnation != before.incarnation, "what was under way must not reach it")
    after.incarnation = before.incarnation
    #expect(after == before)
    #expect(
      try library.value("SELECT group_concat(name) FROM change_sets") == "add,remove,restore")
  }
}
