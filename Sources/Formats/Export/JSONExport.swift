import Catalogue

extension ExportFormat {
  /// A JSON array of books under the tool's names.
  public static let json = ExportFormat(
    name: "json", summary: "a JSON array",
    open: { _ in JSONBookWriter(isLines: false) })

  /// A JSON object a line.
  public static let jsonLines = ExportFormat(
    name: "jsonl", summary: "JSON Lines, a book a line",
    open: { _ in JSONBookWriter(isLines: true) })
}

private struct JSONBookWriter: BookWriter {
  let isLines: Bool
  private var isFirst = true
  private var json = JSONWriter()

  init(isLines: Bool) { self.isLines = isLines }

  func begin(_ output: inout [UInt8]) {
    if !isLines { output.write("[") }
  }

  func end(_ output: inout [UInt8]) {
    if !isLines { output.write(isFirst ? "]\n" : "\n]\n") }
  }

  mutating func write(_ book: ListedBook, to output: inout [UInt8]) {
    if !isLines { output.write(isFirst ? "\n" : ",\n") }
    isFirst = false
    json.removeAll()
    json.write(book)
    output += json.bytes
    if isLines { output.append(0x0A) }
  }
}

extension JSONWriter {
  /// Writes a book as `list --json` does, with the people's roles and sort forms behind it.
  fileprivate mutating func write(_ book: ListedBook) {
    let details = book.details
    beginObject()
    key(plain: "number")
    integer(book.number)
    text("id", book.id)
    text("account", book.account)
    text("isbn", book.isbn?.description)
    text("title", details.title)
    text("subtitle", details.subtitle)
    list("authors", details.authors)
    text("publisher", details.publisher)
    text("published", details.published)
    number("year", book.year)
    text("language", details.language)
    number("pages", details.pages)
    text("series", details.series)
    text("series_number", details.seriesNumber)
    list("subjects", details.subjects)
    list("tags", details.tags)
    key(plain: "rating")
    if let rating = details.rating { shortNumber(rating) } else { null() }
    text("shelf", details.shelf)
    text("notes", details.notes)
    text("started_at", details.startedAt)
    list("read_at", details.readAt)
    text("review", details.review)
    number("copies", details.copies)
    text("location", details.location)
    text("binding", details.binding)
    key(plain: "identifiers")
    if let identifiers = details.identifiers {
      value(.object(identifiers.mapValues(JSONValue.string)))
    } else {
      null()
    }
    text("added_at", book.addedAt)
    text("edited_at", book.editedAt)
    text("fetched_at", book.fetchedAt)
    text("source", book.source)
    text("source_key", book.sourceKey)
    text("sync", book.sync)
    key(plain: "contributors")
    if details.contributors != nil { value(book.people.json) } else { null() }
    text("sort_title", details.sortTitle)
    endObject()
  }

  private mutating func text(_ name: StaticString, _ text: String?) {
    key(plain: name)
    if let text { string(text) } else { null() }
  }

  private mutating func number(_ name: StaticString, _ number: Int?) {
    key(plain: name)
    if let number { integer(number) } else { null() }
  }

  private mutating func list(_ name: StaticString, _ list: [String]?) {
    key(plain: name)
    if let list { strings(list) } else { null() }
  }
}

extension [Contributor] {
  /// The people with their roles and sort forms, as the tool stores them.
  var json: JSONValue {
    .array(
      map { person in
        var members: [String: JSONValue] = ["name": .string(person.name)]
        members["role"] = person.role.map(JSONValue.string)
        members["sort_name"] = person.sortName.map(JSONValue.string)
        members["dates"] = person.dates.map(JSONValue.string)
        return .object(members)
      })
  }
}
