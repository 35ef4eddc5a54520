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
    guard beginning.isText else { return false }
    for line in beginning.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard line.count < 1000 else { return false }
      let text = content(String(decoding: line, as: UTF8.self))
      if text.isEmpty { continue }
      if headers.contains(FoldedText.fold(unquoted(text))) { return true }
      // Prose is another format.
      guard let first = text.unicodeScalars.first, !"{[<@".unicodeScalars.contains(first) else {
        return false
      }
      do {
        _ = try ISBN.read(text)
        return text.split(separator: " ").count <= 12
      } catch .wrongCheckDigit, .asin, .precisionLost, .otherArticle {
        // The first line may be the misprinted one, if it holds nothing else.
        return !text.contains(",") && !text.contains("\t")
      } catch {
        return false
      }
    }
    return false
  }

  private var lines: LineReader
  private var isFirst = true
  /// What else the line in hand holds.
  private var waiting: ArraySlice<ISBN> = []
  private(set) var source: [UInt8] = []

  init(input: ByteInput) { lines = LineReader(input) }

  mutating func next() throws -> ImportedRow? {
    if let isbn = waiting.popFirst() {
      source = Array(isbn.description.utf8)
      return .book(book(isbn))
    }
    while true {
      switch try lines.next() {
      case .end: return nil
      case .tooLong:
        source = lines.bytes
        return .failure(failure("the line is longer than 16 MB", lines.bytes))
      case .line: break
      }
      let line = lines.bytes
      var text = Self.content(
        String(validating: line, as: UTF8.self) ?? Windows1252.decode(line))
      if text.isEmpty { continue }
      text = Self.unquoted(text)
      let isHeader = isFirst && Self.headers.contains(FoldedText.fold(text))
      isFirst = false
      if isHeader { continue }
      source = line
      return row(text, line)
    }
  }

  private mutating func row(_ text: String, _ line: [UInt8]) -> ImportedRow {
    do {
      let reading = try ISBN.read(text)
      var book = book(reading.isbn)
      if reading.isRepaired {
        book.warnings.append(
          ImportWarning(
            line: lines.line, column: nil,
            reason: "“\(text)” lacks its leading zero; it was read as \(reading.isbn)"))
      }
      if Self.saysMore(text) {
        book.warnings.append(
          ImportWarning(
            line: lines.line, column: nil,
            reason: "only the numbers were taken from “\(text.prefix(60))”; "
              + "a table with a header such as isbn,title keeps the rest"))
      }
      waiting = ISBNFinder(isStrict: false).isbns(in: text).filter { $0 != reading.isbn }[...]
      return .book(book)
    } catch {
      return .failure(failure("“\(text.prefix(60))” gives no ISBN: \(error)", line))
    }
  }

  /// Whether there is more than numbers, labels and a remark such as `(pbk.)`.
  private static func saysMore(_ text: String) -> Bool {
    text.unicodeScalars.count { $0.properties.isAlphabetic } > 12
  }

  private func book(_ isbn: ISBN) -> ImportedBook {
    ImportedBook(
      isbn: isbn, originKey: "isbn:\(isbn)", details: BookDetails(), line: lines.line)
  }

  private func failure(_ reason: String, _ line: [UInt8]) -> RowFailure {
    RowFailure(
      line: lines.line, column: nil, reason: reason,
      text: String(decoding: line.prefix(4000), as: UTF8.self))
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
