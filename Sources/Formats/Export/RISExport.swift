import Catalogue

extension ExportFormat {
  /// RIS; what it has no tag for stands by name in fields for users.
  public static let ris = ExportFormat(
    name: "ris", summary: "RIS for reference managers", open: { _ in RISBookWriter() })
}

private struct RISBookWriter: BookWriter {
  /// Fields that have a tag of RIS.
  private static let tagged: Set<BookField> = Set(
    [
      "title", "subtitle", "authors", "publisher", "published", "language", "pages", "series",
      "series_number", "tags", "notes",
    ].compactMap(BookField.init(named:)))

  func begin(_ output: inout [UInt8]) {}
  func end(_ output: inout [UInt8]) {}

  func write(_ book: ListedBook, to output: inout [UInt8]) {
    let details = book.details
    line("TY", "BOOK", &output)
    line("ID", CitationKey.of(book), &output)
    people(book, &output)
    if let title = details.title {
      line("TI", details.subtitle.map { title + ": " + $0 } ?? title, &output)
    }
    line("PB", details.publisher, &output)
    line("PY", book.year.map(String.init), &output)
    line("DA", details.published.map(Self.date), &output)
    line("SN", book.isbn?.description, &output)
    line("LA", details.language, &output)
    line("SP", details.pages.map(String.init), &output)
    line("T2", details.series, &output)
    line("VL", details.series == nil ? nil : details.seriesNumber, &output)
    for tag in details.tags ?? [] { line("KW", tag, &output) }
    line("N1", details.notes, &output)
    line("DO", details.identifiers?["doi"], &output)

    // What the lines above do not give back.
    if let subtitle = details.subtitle {
      own("title", details.title.map(OwnFields.oneLine), &output)
      own("subtitle", OwnFields.oneLine(subtitle), &output)
    }
    own("sort_title", details.sortTitle.map(OwnFields.oneLine), &output)
    if let published = details.published, RISBook.date(Self.date(published)) != published {
      own("published", OwnFields.oneLine(published), &output)
    }
    if details.series == nil {
      own("series_number", details.seriesNumber.map(OwnFields.oneLine), &output)
    }
    if let tags = details.tags, tags.contains(where: { $0.utf8.contains(UInt8(ascii: ";")) }) {
      own("tags", ListText.text(of: tags), &output)
    }
    if let notes = details.notes, notes.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 }) {
      own("notes", JSONValue.string(notes).json, &output)
    }
    for field in BookField.sayable where !Self.tagged.contains(field) {
      own(field.name, OwnFields.line(of: field, in: details), &output)
    }
    own("added_at", book.addedAt, &output)
    own("id", book.id, &output)
    output.write("ER  - \r\n\r\n")
  }

  private func line(_ tag: StaticString, _ text: String?, _ output: inout [UInt8]) {
    guard let text, !text.isEmpty else { return }
    output.write(tag)
    output.write("  - ")
    // A line break would begin another field.
    for byte in text.utf8 { output.append(byte < 0x20 ? 0x20 : byte) }
    output.write("\r\n")
  }

  private func own(_ name: String, _ text: String?, _ output: inout [UInt8]) {
    if let text, !text.isEmpty { line("U1", "libraryctl \(name): \(text)", &output) }
  }

  /// A day of the calendar with the slashes of RIS; other texts as they are.
  private static func date(_ published: String) -> String {
    CivilDate(published) == nil ? published : published.replacingDashes
  }

  private func people(_ book: ListedBook, _ output: inout [UInt8]) {
    let people = book.people
    var read: [Contributor] = []
    for person in people {
      let tag: StaticString
      let role: String?
      switch person.role {
      case "editor": (tag, role) = ("A2", "editor")
      case "translator": (tag, role) = ("A4", "translator")
      default: (tag, role) = ("AU", nil)
      }
      let isBody = person.sortName == person.name
      let text = isBody ? person.name + "," : person.sortName ?? person.name
      line(tag, text, &output)
      read.append(RISBook.person(TextForm.collapsed(text), role: role))
    }
    for field in OwnFields.missingPeople(from: read, of: book.details, people) {
      own(field.name, field.text, &output)
    }
  }
}

extension String {
  fileprivate var replacingDashes: String {
    String(map { $0 == "-" ? "/" : $0 })
  }
}
