import Catalogue
import Formats
import Testing

@Suite("A list of ISBNs")
struct ISBNListTests {
  @Test("has one a line, with comments and blank lines")
  func list() throws {
    let rows = try read(
      "# mine\n9780765326355\n\n0143039954  # gift\r\n978-0-7653-2635-5\n  ISBN 1534431004\n")
    #expect(rows.failures == [])
    #expect(
      rows.books.map(\.isbn?.description) == [
        "9780765326355", "9780143039952", "9780765326355", "9781534431003",
      ])
    #expect(rows.books.map(\.line) == [2, 4, 5, 6])
    #expect(rows.books.first?.originKey == "isbn:9780765326355")
    #expect(rows.books.first?.details == BookDetails())
  }

  @Test("may have a header", arguments: ["isbn", "ISBN13", "\"ISBN\"", "# c\nISBN-13"])
  func header(header: String) throws {
    let rows = try read(header + "\n9780765326355\n")
    #expect(rows.failures == [])
    #expect(rows.books.count == 1)
  }

  @Test("reports each line that is none, and reads on")
  func failures() throws {
    let rows = try read("9780765326356\n9780765326355\nhello\n9.78077E+12\n765326353\n")
    #expect(rows.failures.map(\.line) == [1, 3, 4])
    #expect(rows.failures.allSatisfy { $0.column == nil })
    #expect(rows.books.map(\.line) == [2, 5])
    #expect(rows.books.last?.warnings.count == 1)
  }

  @Test("gives no more than the number, however the line is written")
  func remarks() throws {
    let rows = try read("9780143039952\nISBN 0-14-303995-4\n9780143039952 The Odyssey\n")
    #expect(rows.failures == [])
    #expect(Set(rows.books.map(\.originKey)) == ["isbn:9780143039952"])
    #expect(rows.books.map(\.details) == Array(repeating: BookDetails(), count: 3))
  }

  @Test(
    "is not seen in other files",
    arguments: ["colour,size\nred,9780765326355\n", "hello\n", "{\"a\":1}"])
  func others(text: String) {
    #expect(throws: ImportError.self) { try read(text) }
  }

  @Test("may have several on a line")
  func severalOnALine() throws {
    let rows = try read("9780765326355, 0143039954; 9780765326355\n978-0-14-303995-2 0765326353\n")
    #expect(rows.failures == [])
    #expect(
      rows.books.map(\.isbn?.description) == [
        "9780765326355", "9780143039952", "9780143039952", "9780765326355",
      ])
    #expect(rows.books.map(\.line) == [1, 1, 2, 2])
  }

  @Test("is found in a letter, without its telephone numbers")
  func prose() throws {
    let rows = try read(
      """
      Dear Ann,

      I read ISBN-13: 978-0-7653-2635-5 and (ISBN 0143039954), then 9791038704022.
      My telephone is 0765326353, or 0-8044-2957-X; call 9780765326356 never.
      """)
    #expect(rows.failures == [])
    #expect(
      rows.books.map(\.isbn?.description) == [
        "9780765326355", "9780143039952", "9791038704022", "9780804429573",
      ])
    #expect(rows.books.map(\.line) == [3, 3, 3, 4])
  }

  @Test(
    "is not taken out of a table or of data of an unknown kind",
    arguments: [
      "colour;size\nred;9780765326355\n", "{\"a\": \"9780765326355\"}", "<a>9780765326355</a>",
      "@x{9780765326355}", "9780765326355\u{1F}x",
    ])
  func structure(text: String) {
    #expect(throws: ImportError.self) { try read(text) }
  }
}
