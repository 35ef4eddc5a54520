import Catalogue
import Formats
import Testing

@Suite("Rows as far as their ISBN")
struct NumberedRowTests {
  private static let numbers = [
    "", "9780306406157", "0306406152", "0-306-40615-2", "=\"9780306406157\"", "\"978-0306406157\"",
    " 9780261102217 ", "9.78031E+12", "9780306406158", "306406152", "M-2306-7118-7", "&#57;", "x",
  ]
  private static let titles = [
    "T", "\"Two\nlines\"", "\"a \"\"quote\"\"\"", "é & ü", "\"not closed", "\"closed\" late", "",
  ]

  /// Every ISBN-10 beside every ISBN-13, under titles of all kinds.
  private static func rows(_ separator: String) -> [String] {
    var rows: [String] = []
    for first in numbers {
      for second in numbers {
        let title = titles[rows.count % titles.count]
        rows.append([first, title, second, "12"].joined(separator: separator))
        if rows.count % 5 == 0 { rows.append([first, title, second].joined(separator: separator)) }
        if rows.count % 11 == 0 { rows.append([first].joined(separator: separator)) }
      }
    }
    return rows
  }

  @Test(
    "are those that reading them whole finds, and each can be read alone",
    arguments: [",", ";", "\t"], ["\n", "\r\n", "\r"])
  func same(separator: String, lineEnd: String) throws {
    let header = ["isbn10", "title", "isbn13", "pages"].joined(separator: separator)
    let text = ([header] + Self.rows(separator)).joined(separator: lineEnd)
    func reader(_ text: String, chunk: Int = 777) throws -> ImportReader {
      var rest = Array(text.utf8)[...]
      return try ImportReader(format: .table) {
        defer { rest = rest.dropFirst(chunk) }
        return rest.isEmpty ? nil : Array(rest.prefix(chunk))
      }
    }
    var whole = try reader(text)
    var numbered = try reader(text)
    var alone = 0
    while let row = try numbered.nextNumbered() {
      guard case .book(let isbn, let line) = row else {
        #expect(try row == .other(#require(try whole.next())))
        continue
      }
      guard case .book(let book) = try whole.next() else {
        Issue.record("line \(line) is no book when read whole")
        return
      }
      #expect(book.isbn == isbn && book.line == line)
      let bytes = numbered.frame.beginning + numbered.source + [0x0A]
      var single = try reader(String(decoding: bytes, as: UTF8.self))
      guard case .book(let same) = try single.next() else {
        Issue.record("line \(line) is no book when read alone")
        continue
      }
      #expect(same.isbn == isbn && same.details == book.details)
      #expect(try single.next() == nil)
      alone += 1
    }
    #expect(try whole.next() == nil)
    #expect(alone > 50)
  }
}
