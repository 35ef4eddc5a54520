import Catalogue
import Glibc
import Testing

/// What the documents say of the fields of a book is made from the table of fields.
@Suite("Documents of the fields of a book")
struct BookFieldDocumentTests {
  /// Set to anything, the documents are written instead of compared.
  private static let writes = getenv("LIBRARYCTL_WRITE_DOCS") != nil

  /// Compares a document with what it must be, or writes it.
  private func hold(_ name: String, _ text: String) throws {
    if Self.writes {
      let file = try #require(fopen(Project.path(name), "w"))
      fputs(text, file)
      fclose(file)
    }
    let found = try Project.text(name)
    #expect(
      found == text,
      "\(name) is out of date; LIBRARYCTL_WRITE_DOCS=1 make test writes it")
  }

  @Test("book.json has each field with its type")
  func book() throws {
    let properties = BookField.all.map { ($0.name, schema(of: $0)) }
    try hold(
      "docs/json/book.json",
      document(
        title: "Book", "A book as it is shown. What is missing is null.",
        required: BookField.all.map(\.name), properties))
  }

  @Test("book-fields.json has the same fields, none of which must be there")
  func fields() throws {
    try hold(
      "docs/json/book-fields.json",
      document(
        title: "Fields of a book",
        "The fields of a book that `list --fields` names, in that order.",
        required: [], BookField.all.map { ($0.name, reference(to: $0)) }))
  }

  @Test("book-overview.json has the fields, and for each who can say it")
  func overview() throws {
    let origins: [OutputSchema] = ["typed", "fetched", "imported"].map { .text($0) } + [.null]
    let saidBy: OutputSchema = .object([
      ("type", .text("object")),
      (
        "description",
        .text("Which origin says what is shown; null where none does.")
      ),
      ("required", .list(BookField.sayable.map { .text($0.name) })),
      ("additionalProperties", .boolean(false)),
      (
        "properties",
        .object(BookField.sayable.map { ($0.name, .object([("enum", .list(origins))])) })
      ),
    ])
    let parts = ["said_by", "typed", "fetched", "imported"]
    try hold(
      "docs/json/book-overview.json",
      document(
        title: "Everything about a book", "A book, and for each field who said it.",
        required: BookField.all.map(\.name) + parts,
        BookField.all.map { ($0.name, reference(to: $0)) } + [
          ("said_by", saidBy),
          (
            "typed",
            said("What was typed, by field; an empty text or list says that there is none.")
          ),
          ("fetched", said("What the title source said, by field.")),
          (
            "imported",
            said("What a file said, by field, with the columns that have no field here.")
          ),
        ]))
  }

  @Test("the table in database.md has each field")
  func table() throws {
    let text = try Project.text("docs/database.md")
    let begin = "| field | what it holds |\n|---|---|\n"
    let start = try #require(text.firstRange(of: begin), "the table is not there")
    let rest = text[start.upperBound...]
    let end = rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex
    let rows = BookField.all.map { "| `\($0.name)` | \($0.summary) |" }.joined(separator: "\n")
    try hold("docs/database.md", text[..<start.upperBound] + rows + text[end...])
  }

  // MARK: -

  private func said(_ description: String) -> OutputSchema {
    .object([
      ("type", .text("object")), ("description", .text(description)),
      ("additionalProperties", .boolean(true)),
    ])
  }

  private func reference(to field: BookField) -> OutputSchema {
    .object([("$ref", .text("book.json#/properties/\(field.name)"))])
  }

  private func schema(of field: BookField) -> OutputSchema {
    if field == .number { return .object([("$ref", .text("number.json"))]) }
    let isAlwaysThere = [.id, .account, .addedAt, .sync].contains(field)
    var type = "string"
    var rest: [(String, OutputSchema)] = []
    switch field.kind {
    case .list, .people, .days, .contributors:
      type = "array"
      rest = [("minItems", .number(1)), ("items", .object([("type", .text("string"))]))]
    case .count: type = "integer"
    case .rating:
      type = "number"
      rest = [("minimum", .number(0)), ("maximum", .number(5))]
    case .identifiers:
      type = "object"
      rest = [("additionalProperties", .object([("type", .text("string"))]))]
    case .instant: rest = [("format", .text("date-time"))]
    case .isbn: rest = [("pattern", .text("^97[89][0-9]{10}$"))]
    case .key where field == .id:
      rest = [
        (
          "pattern", .text("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
        )
      ]
    case .sync:
      let states = ["never", "in-flight", "fetched", "not-found", "failed", "no-isbn"]
      rest = [("enum", .list(states.map { .text($0) }))]
    case .text, .block, .day, .date, .language, .seriesNumber, .key: break
    }
    let types: OutputSchema =
      isAlwaysThere ? .text(type) : .list([.text(type), .text("null")])
    let description = field.summary.prefix(1).uppercased() + field.summary.dropFirst() + "."
    return .object([("type", types), ("description", .text(description))] + rest)
  }

  private func document(
    title: String, _ description: String, required: [String],
    _ properties: [(String, OutputSchema)]
  ) -> String {
    OutputSchema.object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text(title)), ("description", .text(description)), ("type", .text("object")),
      ("required", .list(required.map { .text($0) })), ("additionalProperties", .boolean(false)),
      ("properties", .object(properties)),
    ]).text() + "\n"
  }
}

/// JSON whose members keep their order.
private indirect enum OutputSchema {
  case text(String)
  case number(Int)
  case boolean(Bool)
  case null
  case list([OutputSchema])
  case object([(String, OutputSchema)])

  func text(_ indent: String = "") -> String {
    let inner = indent + "  "
    func lines(_ parts: [String], _ open: String, _ close: String) -> String {
      if parts.isEmpty { return open + close }
      return open + "\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + close
    }
    switch self {
    case .text(let text): return JSONValue.string(text).json
    case .number(let number): return "\(number)"
    case .boolean(let value): return "\(value)"
    case .null: return "null"
    case .list(let elements): return lines(elements.map { $0.text(inner) }, "[", "]")
    case .object(let members):
      return lines(
        members.map { JSONValue.string($0).json + ": " + $1.text(inner) }, "{", "}")
    }
  }
}
