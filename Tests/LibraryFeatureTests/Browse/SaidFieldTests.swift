import Catalogue
import Storage
import Testing

@testable import LibraryFeature

@Suite("Who said a field")
struct SaidFieldTests {
  private func field(_ column: BookField, _ change: (inout Book) -> Void) -> SaidField? {
    var book = Fixture.book(1)
    change(&book)
    return book.saidFields.first { $0.column == column }
  }

  @Test("typed goes before fetched, and that before imported; the others are hidden behind it")
  func precedence() {
    let title = field(.title) {
      $0.typed.title = "T"
      $0.fetched.title = "F"
      $0.imported.title = "I"
    }
    #expect(title?.text == "T" && title?.origin == .typed)
    #expect(title?.hidden.map(\.origin) == [.fetched, .imported])
    #expect(title?.hidden.map(\.text) == ["F", "I"])
    let pages = field(.pages) { $0.imported.pages = 3 }
    #expect(pages?.text == "3" && pages?.origin == .imported && pages?.hidden == [])
    #expect(field(.notes) { _ in } == SaidField(column: .notes, text: nil, origin: nil, hidden: []))
  }

  @Test("what was said to be empty shows nothing, and who said so")
  func empty() {
    let title = field(.title) {
      $0.typed.title = ""
      $0.fetched.title = "F"
    }
    #expect(title?.text == nil && title?.origin == .typed && title?.hidden.map(\.text) == ["F"])
  }

  @Test("every field can be typed, forgotten, and, unless it is a number, said to be empty")
  func fields() {
    for column in BookField.sayable {
      let isText = ![.count, .rating, .identifiers].contains(column.kind)
      var details = BookDetails()
      #expect(
        details.sayEmpty(column) == isText, "\(column)")
      #expect(details.says(column) == isText)
      details.forget(column)
      #expect(details == BookDetails(), "\(column)")
    }
  }
}
