import Catalogue
import Composable
import Storage
import Testing

@testable import LibraryFeature

@Suite("Putting another window in place")
struct WindowAssignmentTests {
  @Test("through an inout reference, what differs reaches the disk, whatever was there")
  func inoutAssignment() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Fixture.isbns)
    let account = try await library.client.account(nil)
    let books = try await library.client.load(numbers, account).books
    for book in books { library.books.absorb(BookFeature.State(book: book, account: account)) }
    var changed = books[0]
    changed.typed.title = "Changed"
    let kept = BookFeature.State(book: changed, account: account)
    let same = BookFeature.State(book: books[1], account: account)
    let mark = library.books.mark()
    library.books.withLock { $0 = [kept, same] }
    let outcome = try await library.books.saved(since: mark)
    #expect(outcome.isSaved)
    #expect(try library.titles() == [numbers[0]: "Changed", numbers[1]: nil])
  }
}
