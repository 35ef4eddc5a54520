import Catalogue
import Testing

@testable import Storage

/// SQL cannot be derived from the table of fields, so its lists are held against it here.
@Suite("The schema knows every field of the table")
struct BookFieldSchemaTests {
  private let library: Library
  private let schema: String

  init() throws {
    library = try Library()
    schema = try library.value("SELECT sql FROM sqlite_schema WHERE name = 'books'") ?? ""
  }

  private static let derived: Set<BookField> = [.seriesNumber, .identifiers]

  @Test("each field that an origin says is a column that is derived from the three origins")
  func columns() throws {
    for field in BookField.sayable where !Self.derived.contains(field) {
      let empty = field.storage == .list ? "'[]'" : "''"
      let values = ["typed", "fetched", "imported"].map {
        "iif(\($0) = '{}', NULL, \($0))->>'$.\(field.name)'"
      }
      let type =
        switch field.kind {
        case .count: "INTEGER"
        case .rating: "ANY"
        default: "TEXT"
        }
      let column = Self.plain(
        "\(field.name) \(type) GENERATED ALWAYS AS (nullif(coalesce("
          + values.joined(separator: ", ") + "), \(empty)))")
      #expect(Self.plain(schema).contains(column), "\(field.name) has no column such as \(column)")
    }
    let names = try library.read {
      Set(try $0.all("SELECT name FROM pragma_table_xinfo('books')") { $0.text(0) })
    }
    for field in Self.derived { #expect(names.contains(field.name), "\(field.name) has no column") }
  }

  @Test("each origin's values are checked for their types")
  func types() {
    for field in BookField.stored where field.name != "sort_title" {
      for origin in BookOrigin.allCases {
        let type =
          switch field.storage {
          case .text: "text"
          case .number: "integer"
          case .list: "array"
          case .object: "object"
          }
        let path = "json_type(\(origin.rawValue), '$.\(field.name)') "
        #expect(
          schema.contains(path + "= '\(type)'") || schema.contains(path + "IN ('\(type)'"),
          "the type of \(origin.rawValue)'s \(field.name) is not checked")
      }
    }
  }

  @Test("the view shows each field, and takes each that can be typed")
  func view() throws {
    let names = try library.read {
      try $0.all("SELECT name FROM pragma_table_info('catalogue')") { $0.text(0) }
    }
    #expect(names == BookField.all.map(\.name))
    for field in BookField.sayable {
      let value = Self.value(of: field)
      let number = try library.write { connection in
        try connection.run("INSERT INTO catalogue (\(field.name)) VALUES (?)", value)
        return try connection.integer("SELECT max(number) FROM books")
      }
      let inserted = try library.value(
        "SELECT typed ->> '$.\(field.name)' FROM books WHERE number = \(number)")
      #expect(inserted == value, "an insertion into the view loses \(field.name)")
      try library.write {
        try $0.run("UPDATE catalogue SET \(field.name) = NULL WHERE number = ?", number)
        try $0.run("UPDATE catalogue SET \(field.name) = ? WHERE number = ?", value, number)
      }
      let updated = try library.value(
        "SELECT typed ->> '$.\(field.name)' FROM books WHERE number = \(number)")
      #expect(updated == value, "an update of the view loses \(field.name)")
    }
  }

  private static func value(of field: BookField) -> String {
    switch field.kind {
    case .count, .rating: "3"
    case .day: "2024-05-06"
    case .days: #"["2024-05-06"]"#
    case .list, .people: #"["A","B"]"#
    case .identifiers: #"{"asin":"B"}"#
    default: "Text"
    }
  }

  private static func plain(_ sql: String) -> String {
    sql.split { $0.isWhitespace }.joined(separator: " ")
      .replacing("( ", with: "(").replacing(" )", with: ")")
  }
}
