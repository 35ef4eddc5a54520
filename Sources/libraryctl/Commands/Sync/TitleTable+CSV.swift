import Catalogue
import Formats
import Sync

extension TitleTable {
  /// A title file in CSV, under the names that the tool itself uses; `import` reads the same.
  static let csv = TitleTable(
    rows: { chunks in
      let rows = TableRows(try ImportReader(format: .table, chunks: chunks))
      return Rows(
        beginning: rows.reader.frame.beginning, next: { try rows.next() },
        source: { rows.reader.source })
    },
    titles: { chunks in
      var reader = try ImportReader(format: .table, chunks: chunks)
      return {
        guard case .book(let book) = try reader.next(), let isbn = book.isbn else { return nil }
        return (isbn, book.details)
      }
    })
}

/// The rows of a table, which two closures share.
private final class TableRows {
  var reader: ImportReader

  init(_ reader: ImportReader) { self.reader = reader }

  func next() throws -> TitleTable.Row? {
    switch try reader.nextNumbered() {
    case nil: nil
    case .book(let isbn, let line): .title(isbn, line: line)
    case .other(.failure(let failure)): .passedOver(line: failure.line, reason: failure.reason)
    case .other(.book(let book)):
      if let isbn = book.isbn {
        .title(isbn, line: book.line)
      } else {
        .passedOver(line: book.line, reason: "it has no valid isbn")
      }
    }
  }
}
