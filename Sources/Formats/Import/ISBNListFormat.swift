import Catalogue

extension ImportFormat {
  /// ISBNs, one a line; blank lines and what follows a `#` do not count.
  public static let isbnList = ImportFormat(
    name: "isbn-list", summary: "ISBNs, one a line",
    detects: ISBNListReader.detects,
    open: { _, input in ISBNListReader(input: input) })
}

private struct ISBNListReader: RowReader {
  private static let headers: Set<String> = [
    "isbn", "isbn13", "isbn-13", "isbn10", "isbn-10", "isbns",
  ]

  static func detects(_ beginning: FileBeginning) -> Bool {
    for line in beginning.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = content(String(decoding: line, as: UTF8.self))
      if text.isEmpty { continue }
      if headers.contains(FoldedText.fold(unquoted(text))) { return true }
      do {
        _ = try ISBN.read(text)
        return true
      } catch .wrongCheckDigit, .asin, .precisionLost, .otherArticle {
        // The first line may be the misprinted one, if it holds nothing else.
        return !text.contains(",") && !text.contains("\t")
      } catch {
        return false
      }
    }
    return false
  }

  private var lines: CSVReader
  private var isFirst = true

  init(input: ByteInput) {
    // A delimiter that no text holds makes a row of each line.
    lines = CSVReader(input, delimiter: 0xFF)
  }

  mutating func next() throws -> ImportedRow? {
    while true {
      switch try lines.next() {
      case .end: return nil
      case .failure(_, let reason, let text):
        return .failure(RowFailure(line: lines.line, column: nil, reason: reason, text: text))
      case .row: break
      }
      let line = lines.rowText
      let text = Self.content(line)
      if text.isEmpty { continue }
      let isHeader = isFirst && Self.headers.contains(FoldedText.fold(Self.unquoted(text)))
      isFirst = false
      if isHeader { continue }
      return row(text, line)
    }
  }

  private func row(_ text: String, _ line: String) -> ImportedRow {
    do {
      let reading = try ISBN.read(text)
      var book = ImportedBook(
        isbn: reading.isbn, originKey: "isbn:\(reading.isbn)", details: BookDetails(),
        line: lines.line)
      if reading.isRepaired {
        book.warnings.append(
          ImportWarning(
            line: lines.line, column: nil,
            reason: "“\(text)” lacks its leading zero; it was read as \(reading.isbn)"))
      }
      return .book(book)
    } catch {
      return .failure(
        RowFailure(
          line: lines.line, column: nil, reason: "“\(text.prefix(60))” gives no ISBN: \(error)",
          text: String(line.prefix(4000))))
    }
  }

  /// The line without its comment and the blanks around it.
  private static func content(_ line: String) -> String {
    TextForm.collapsed(String(line.prefix { $0 != "#" }))
  }

  private static func unquoted(_ text: String) -> String {
    text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count > 1
      ? String(text.dropFirst().dropLast()) : text
  }
}
