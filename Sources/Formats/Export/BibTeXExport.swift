import Catalogue

extension ExportFormat {
  /// BibTeX with fields of BibLaTeX; what neither has stands under the tool's own names.
  public static let bibtex = ExportFormat(
    name: "bibtex", summary: "BibTeX", open: { _ in BibTeXBookWriter() })
}

private struct BibTeXBookWriter: BookWriter {
  /// Fields that BibTeX or BibLaTeX has, or that are written by themselves.
  private static let named: Set<BookField> = Set(
    [
      "title", "subtitle", "authors", "publisher", "published", "language", "pages", "series",
      "series_number", "tags", "notes", "location", "identifiers",
    ].compactMap(BookField.init(named:)))

  func begin(_ output: inout [UInt8]) {}
  func end(_ output: inout [UInt8]) {}

  func write(_ book: ListedBook, to output: inout [UInt8]) {
    let details = book.details
    output.write("@book{")
    output.write(CitationKey.of(book))
    output.write(",\n")
    var fields = Fields()
    people(book, &fields)
    // Styles would make small letters of a title's capitals but for a second pair of braces.
    fields.add("title", details.title.map { "{" + TeXText.escaped($0) + "}" })
    fields.add("subtitle", details.subtitle.map { "{" + TeXText.escaped($0) + "}" })
    fields.addText("sorttitle", details.sortTitle)
    fields.addText("publisher", details.publisher)
    date(book, &fields)
    fields.addText("isbn", book.isbn?.description)
    fields.addText("language", details.language)
    fields.addText("pagetotal", details.pages.map(String.init))
    fields.addText("series", details.series)
    if details.series == nil {
      fields.addOwn("series_number", details.seriesNumber)
    } else {
      fields.addText("number", details.seriesNumber)
    }
    fields.addText("keywords", details.tags.map { ListText.text(of: $0, comma: true) })
    fields.addBlock("note", details.notes)
    fields.addText("library", details.location)
    for field in BookField.sayable where !Self.named.contains(field) {
      if field.kind == .block {
        fields.addBlock(field.name, details.text(of: field).map(OwnFields.block))
      } else {
        fields.addText(field.name, OwnFields.line(of: field, in: details))
      }
    }
    let identifiers = details.identifiers ?? [:]
    fields.addText("doi", identifiers["doi"])
    if !identifiers.isEmpty {
      fields.addText(
        "identifiers", JSONValue.object(identifiers.mapValues(JSONValue.string)).json)
    }
    fields.addText("added_at", book.addedAt)
    fields.addText("libraryctl-id", book.id)
    output.write(fields.text)
    output.write("\n}\n\n")
  }

  private struct Fields {
    var text = ""

    mutating func add(_ name: String, _ tex: String?) {
      guard let tex, !tex.isEmpty else { return }
      if !text.isEmpty { text += ",\n" }
      text += "  \(name) = {\(tex)}"
    }

    mutating func addText(_ name: String, _ value: String?) {
      add(name, value.map(TeXText.escaped))
    }

    mutating func addOwn(_ name: String, _ value: String?) {
      addText(name, value.map(OwnFields.oneLine))
    }

    mutating func addBlock(_ name: String, _ value: String?) {
      add(name, value.map(TeXText.escapedBlock))
    }
  }

  private func people(_ book: ListedBook, _ fields: inout Fields) {
    let people = book.people
    guard !people.isEmpty else { return }
    var read: [Contributor] = []
    for (field, role) in BibTeXNames.roles {
      let names = people.filter { $0.role == role }.map(BibTeXNames.tex).joined(separator: " and ")
      fields.add(field, names)
      var hasOthers = false
      read += BibTeXNames.people(names, hasOthers: &hasOthers).map {
        Contributor(name: $0.name, sortName: $0.sortName, role: role)
      }
    }
    for field in OwnFields.missingPeople(from: read, of: book.details, people) {
      fields.addText(field.name, field.text)
    }
  }

  private func date(_ book: ListedBook, _ fields: inout Fields) {
    guard let published = book.details.published else { return }
    let digits = published.utf8.count
    let isDate =
      (digits == 4 || digits == 7 || digits == 10)
      && published.utf8.enumerated().allSatisfy { position, byte in
        position == 4 || position == 7
          ? byte == UInt8(ascii: "-") : byte >= 0x30 && byte <= 0x39
      }
    let year = book.year.map(String.init)
    if isDate, digits == 4 || year != nil {
      fields.addText("year", String(published.prefix(4)))
      if digits > 4 { fields.addText("date", published) }
    } else {
      fields.addText("year", year)
      fields.addOwn("published", published)
    }
  }
}
