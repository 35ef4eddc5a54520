import Catalogue

extension ExportFormat {
  /// CSL-JSON; the whole book stands under `custom`.
  public static let cslJSON = ExportFormat(
    name: "csl-json", summary: "CSL-JSON for citation programs", open: { _ in CSLBookWriter() })
}

/// Writes items of the CSL-JSON schema (https://github.com/citation-style-language/schema).
private struct CSLBookWriter: BookWriter {
  private var isFirst = true
  private var json = JSONWriter()

  func begin(_ output: inout [UInt8]) { output.write("[") }

  func end(_ output: inout [UInt8]) { output.write(isFirst ? "]\n" : "\n]\n") }

  mutating func write(_ book: ListedBook, to output: inout [UInt8]) {
    output.write(isFirst ? "\n" : ",\n")
    isFirst = false
    json.removeAll()
    let details = book.details
    json.beginObject()
    text("id", CitationKey.of(book))
    text("type", "book")
    if let title = details.title {
      text("title", details.subtitle.map { title + ": " + $0 } ?? title)
      if details.subtitle != nil { text("title-short", title) }
    }
    for (name, role) in [
      ("author", nil), ("editor", "editor"), ("translator", "translator"),
      ("illustrator", "illustrator"),
    ] as [(String, String?)] {
      names(name, book.people.filter { $0.role == role })
    }
    text("publisher", details.publisher)
    issued(details.published)
    text("ISBN", book.isbn?.description)
    text("DOI", details.identifiers?["doi"])
    text("language", details.language)
    text("number-of-pages", details.pages.map(String.init))
    text("collection-title", details.series)
    if details.series != nil { text("collection-number", details.seriesNumber) }
    text("keyword", details.tags?.joined(separator: ", "))
    text("note", details.notes)
    json.key("custom")
    json.beginObject()
    json.key("libraryctl")
    json.beginObject()
    text("id", book.id)
    text("added_at", book.addedAt)
    json.key("book")
    details.write(to: &json)
    json.endObject()
    json.endObject()
    json.endObject()
    output += json.bytes
  }

  private mutating func text(_ name: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    json.key(name)
    json.string(text)
  }

  private mutating func names(_ name: String, _ people: [Contributor]) {
    guard !people.isEmpty else { return }
    json.key(name)
    json.beginArray()
    for person in people {
      json.beginObject()
      let parts = (person.sortName ?? "").split(separator: ",")
        .map { TextForm.collapsed(String($0)) }
      if parts.count >= 2 {
        text("family", parts[0])
        text("given", parts[1])
        if parts.count > 2 { text("suffix", parts[2...].joined(separator: ", ")) }
      } else {
        text("literal", person.name)
      }
      json.endObject()
    }
    json.endArray()
  }

  /// A date of numbers where it is one, else the words.
  private mutating func issued(_ published: String?) {
    guard let published else { return }
    json.key("issued")
    json.beginObject()
    let parts = published.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(part) : nil
    }
    let isDate =
      numbers.count == parts.count && parts.count <= 3 && parts[0].utf8.count == 4
      && parts.dropFirst().allSatisfy { $0.utf8.count == 2 }
    if isDate {
      json.key("date-parts")
      json.beginArray()
      json.beginArray()
      for number in numbers { json.integer(number) }
      json.endArray()
      json.endArray()
    } else {
      text("raw", published)
    }
    json.endObject()
  }
}
