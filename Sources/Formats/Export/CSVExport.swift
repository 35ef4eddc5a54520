import Catalogue

extension ExportFormat {
  /// Separated values (RFC 4180) under the names of the tool's JSON; it reads back as `csv`.
  public static let csv = ExportFormat(
    name: "csv", summary: "a table for spreadsheets",
    open: { CSVBookWriter(isSpreadsheetSafe: $0.isSpreadsheetSafe) })
}

/// In a list field `; ` separates; where that would be ambiguous, the cell is a JSON array.
private struct CSVBookWriter: BookWriter {
  let isSpreadsheetSafe: Bool

  func begin(_ output: inout [UInt8]) {
    output.write(
      """
      number,id,account,isbn,title,subtitle,authors,publisher,published,year,language,pages,\
      series,series_number,subjects,tags,rating,shelf,notes,started_at,read_at,review,copies,\
      location,binding,identifiers,added_at,edited_at,fetched_at,source,source_key,sync
      """)
    output.write("\r\n")
  }

  func end(_ output: inout [UInt8]) {}

  func write(_ book: ListedBook, to output: inout [UInt8]) {
    let details = book.details
    output.write(String(book.number))
    next(&output)
    output.write(book.id)
    text(book.account, &output)
    next(&output)
    if let isbn = book.isbn { output.write(isbn.description) }
    text(details.title, &output)
    text(details.subtitle, &output)
    list(details.authors, &output)
    text(details.publisher, &output)
    text(details.published, &output)
    number(book.year, &output)
    text(details.language, &output)
    number(details.pages, &output)
    text(details.series, &output)
    text(details.seriesNumber, &output)
    list(details.subjects, &output)
    list(details.tags, &output)
    next(&output)
    if let rating = details.rating { output.write(NumberText.short(rating)) }
    text(details.shelf, &output)
    text(details.notes, &output)
    text(details.startedAt, &output)
    list(details.readAt, &output)
    text(details.review, &output)
    number(details.copies, &output)
    text(details.location, &output)
    text(details.binding, &output)
    text(
      details.identifiers.map { JSONValue.object($0.mapValues(JSONValue.string)).json }, &output)
    text(book.addedAt, &output)
    text(book.editedAt, &output)
    text(book.fetchedAt, &output)
    text(book.source, &output)
    text(book.sourceKey, &output)
    text(book.sync, &output)
    output.write("\r\n")
  }

  @inline(__always)
  private func next(_ output: inout [UInt8]) { output.append(UInt8(ascii: ",")) }

  private func number(_ number: Int?, _ output: inout [UInt8]) {
    next(&output)
    if let number { output.write(String(number)) }
  }

  private func list(_ parts: [String]?, _ output: inout [UInt8]) {
    guard let parts, !parts.isEmpty else { return next(&output) }
    text(ListText.text(of: parts), &output)
  }

  private func text(_ text: String?, _ output: inout [UInt8]) {
    next(&output)
    guard var text, !text.isEmpty else { return }
    text.withUTF8 { bytes in
      let isGuarded = FormulaGuard.isNeeded(bytes, isSpreadsheetSafe: isSpreadsheetSafe)
      var needsQuotes = bytes[0] == 0x20 || bytes[bytes.count - 1] == 0x20
      var hasQuotes = false
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "\""):
          needsQuotes = true
          hasQuotes = true
        case UInt8(ascii: ","), UInt8(ascii: ";"), 0x0A, 0x0D, 0x09: needsQuotes = true
        default: break
        }
      }
      if needsQuotes { output.append(UInt8(ascii: "\"")) }
      if isGuarded { output.append(UInt8(ascii: "'")) }
      if hasQuotes {
        for byte in bytes {
          if byte == UInt8(ascii: "\"") { output.append(byte) }
          output.append(byte)
        }
      } else {
        output.append(contentsOf: bytes)
      }
      if needsQuotes { output.append(UInt8(ascii: "\"")) }
    }
  }
}
