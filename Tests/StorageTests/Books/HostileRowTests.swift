import Catalogue
import Testing

@testable import Storage

/// Rows that were written past every rule of the schema.
@Suite struct HostileRowTests {
  static let rows = [
    #"{"title":"Bad","tags":"[x"}"#, #"{"title":"Bad","authors":5,"tags":{"a":[1]}}"#,
    #"{"title":"Bad","authors":[1,{"a":null},[2]],"read_at":[null]}"#,
    #"{"title":"Bad","identifiers":{"asin":{"a":[1]}},"contributors":[7]}"#,
    #"{"title":"Bad","identifiers":[1],"subjects":"none"}"#,
    #"{"title":["Bad"],"pages":-4,"copies":-1,"rating":"many"}"#,
  ]

  @Test("a row of wrong types hides no other, and the check names it", arguments: rows)
  func listed(_ typed: String) throws {
    let library = try Library()
    for title in ["First", "Bad", "Last"] { try library.add { $0.title = title } }
    let connection = try Connection(path: library.database.path, mode: .readWrite)
    try connection.execute(
      """
      PRAGMA ignore_check_constraints = ON;
      DROP TRIGGER books_update_values;
      """)
    try connection.run("UPDATE books SET typed = ? WHERE number = 2", typed)
    try connection.run("UPDATE books SET edited_at = NULL")

    let page = BookPage(account: Library.home)
    var objects: [JSONValue] = []
    var lines = 0
    try library.read { connection in
      try page.forEachJSON(on: connection) {
        objects.append(try JSONValue(json: String(decoding: $0, as: UTF8.self)))
      }
      try page.forEachRow(BookField.all, on: connection) { row in
        lines += row.text(0).isEmpty ? 0 : 1
      }
    }
    #expect(objects.count == 3)
    #expect(lines == 3)
    let numbers = [1, 2, 3].map { BookNumber(rawValue: $0) }
    #expect(
      try library.read { try BookOverview.read(numbers, in: Library.home, on: $0) }.count == 3)
    let check = try library.read { try DatabaseCheck($0) }
    #expect(
      check.findings.contains {
        $0.kind == .row && $0.book == BookNumber(rawValue: 2)
          && $0.message.contains("wrong type")
      }, "\(check.findings.map(\.description))")
  }
}
