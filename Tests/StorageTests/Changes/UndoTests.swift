import Catalogue
import Testing

@testable import Storage

@Suite struct UndoTests {
  let library: Library

  init() throws { library = try Library() }

  func edit(_ numbers: BookNumber..., change: (inout BookEdit) -> Void) throws {
    var edit = BookEdit()
    change(&edit)
    try library.write {
      try BookEditing.edit(numbers, edit, in: Library.home, at: Library.now, on: $0)
    }
  }

  func undo(_ id: Int64? = nil) throws -> Undo.Outcome {
    try library.write { try Undo.run(id, in: Library.home, at: Library.now, on: $0) }
  }

  func titles() throws -> [String?] {
    try library.read { connection in
      try connection.all("SELECT title FROM books WHERE removed_at IS NULL ORDER BY number") {
        $0.optionalText(0)
      }
    }
  }

  @Test("the last change is taken back, then the one before")
  func inOrder() throws {
    let one = try library.add { $0.title = "A" }
    try edit(one) { $0.set.title = "B" }
    try edit(one) { $0.set.title = "C" }
    #expect(try undo().undone == [one])
    #expect(try titles() == ["B"])
    #expect(try undo().undone == [one])
    #expect(try titles() == ["A"])
    #expect(try undo().undone == [one])
    #expect(try titles() == [])
    #expect(throws: UndoError.nothing) { try undo() }
    let states = try library.read { try PastChange.list(of: Library.home, on: $0).map(\.state) }
    #expect(
      states == [
        .undoing(1), .undoing(2), .undoing(3), .undone(by: 4), .undone(by: 5), .undone(by: 6),
      ])
  }

  @Test("a change of many books is one, and books that were changed since are left")
  func bulk() throws {
    let numbers = try (0..<3).map { index in try library.add { $0.title = "T\(index)" } }
    try library.write {
      var edit = BookEdit()
      edit.set.shelf = "x"
      edit.addTags = ["t"]
      try BookEditing.edit(numbers, edit, in: Library.home, at: Library.now, on: $0)
    }
    try edit(numbers[1]) { $0.set.title = "later" }
    let last = try library.read { try PastChange.list(of: Library.home, on: $0)[1].id }
    let outcome = try undo(last)
    #expect(outcome.undone == [numbers[0], numbers[2]])
    #expect(outcome.left.map(\.number) == [numbers[1]])
    #expect(outcome.left.map(\.because) == [.changedSince])
    #expect(try library.value("SELECT group_concat(shelf) FROM books") == "x")
    #expect(try titles() == ["T0", "later", "T2"])
    #expect(throws: UndoError.alreadyUndone(last, by: last + 2)) { try undo(last) }
  }

  @Test("a change by hand counts as one since; what a sync wrote does not")
  func sinceThen() throws {
    let one = try library.add { $0.title = "A" }
    let two = try library.add { $0.title = "B" }
    try library.write {
      var edit = BookEdit()
      edit.set.shelf = "x"
      try BookEditing.edit([one, two], edit, in: Library.home, at: Library.now, on: $0)
    }
    try library.say(.fetched, #"{"publisher":"P"}"#, of: one)
    try library.say(.typed, #"{"title":"by hand"}"#, of: two)
    let outcome = try undo()
    #expect(outcome.undone == [one] && outcome.left.map(\.number) == [two])
    #expect(
      try library.value("SELECT fetched FROM books WHERE number = 1") == #"{"publisher":"P"}"#)
  }

  @Test("a removal, a restoring and a new ISBN are taken back whole")
  func everyField() throws {
    let isbn = ISBN.sample(1)
    let one = try library.add(isbn: isbn) { $0.title = "A" }
    try edit(one) { $0.isbn = .set(ISBN.sample(2)) }
    #expect(try undo().undone == [one])
    #expect(try library.book(one)?.isbn == isbn)
    try edit(one) { $0.isbn = .clear }
    #expect(try undo().undone == [one])
    #expect(try library.book(one)?.isbn == isbn)
    try library.write {
      try BookRemoving.remove([one], from: Library.home, at: Library.now, on: $0)
    }
    let incarnation = try library.value("SELECT incarnation FROM books")
    #expect(try undo().undone == [one])
    #expect(try titles() == ["A"])
    #expect(try library.value("SELECT incarnation FROM books") == incarnation)
    try library.write {
      try BookRemoving.remove([one], from: Library.home, at: Library.now, on: $0)
    }
    try library.write {
      try BookRemoving.restore([one], to: Library.home, at: Library.now, on: $0)
    }
    #expect(try undo().undone == [one])
    #expect(try titles() == [])
  }

  @Test("what is gone for good, or belongs to another account, is not touched")
  func gone() throws {
    let one = try library.add { $0.title = "A" }
    let two = try library.add { $0.title = "B" }
    try library.write {
      try BookRemoving.remove([one, two], from: Library.home, at: Library.now, on: $0)
    }
    let deleted = try library.write {
      try TrashEmptying.run([one], in: Library.home, at: Library.now, on: $0)
    }
    #expect(deleted == 1)
    let outcome = try undo()
    #expect(outcome.change.name == "remove")
    #expect(outcome.undone == [two])
    #expect(outcome.left.map(\.number) == [one])
    let work = try library.write {
      try Accounts.add(
        NewAccount(name: "work", source: .openLibrary), endpoint: .url(isNeeded: false), on: $0)
    }
    #expect(throws: UndoError.nothing) {
      try library.write { try Undo.run(in: work.id, at: Library.now, on: $0) }
    }
    #expect(throws: UndoError.notFound(99)) { try undo(99) }
  }

  @Test("the trash is emptied of its account's books alone, and of nothing else")
  func emptying() throws {
    let one = try library.add { $0.title = "A" }
    try library.add { $0.title = "B" }
    try library.write {
      try BookRemoving.remove([one], from: Library.home, at: Library.now, on: $0)
    }
    let work = try library.write {
      try Accounts.add(
        NewAccount(name: "work", source: .openLibrary), endpoint: .url(isNeeded: false), on: $0)
    }
    let other = try library.add(to: work.id) { $0.title = "C" }
    try library.write { try BookRemoving.remove([other], from: work.id, at: Library.now, on: $0) }
    #expect(try library.read { try TrashEmptying.count(in: Library.home, on: $0) } == 1)
    let count = try library.write {
      try TrashEmptying.run(in: Library.home, at: Library.now, on: $0)
    }
    #expect(count == 1)
    #expect(
      try library.value(
        "SELECT group_concat(number) FROM (SELECT number FROM books ORDER BY number)") == "2,3")
    #expect(try library.value("SELECT group_concat(rowid) FROM books_fts") == "2,3")
  }

  @Test("a change of which the log has lost a part is not undone")
  func pruned() throws {
    let one = try library.add { $0.title = "A" }
    try library.write {
      var edit = BookEdit()
      edit.set.shelf = "x"
      try BookEditing.edit([one], edit, in: Library.home, at: Library.now, on: $0)
    }
    try library.write { try $0.run("DELETE FROM changes WHERE seq < 2") }
    #expect(throws: UndoError.tooOld(2)) { try undo() }
  }
}
