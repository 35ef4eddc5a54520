import Catalogue
import Formats
import Sync

extension TitleTable {
  /// A title file in CSV, under the names that the tool itself uses; `import` reads the same.
  static let csv = TitleTable { chunks in
    var reader = try ImportReader(format: .table, chunks: chunks)
    return {
      switch try reader.next() {
      case nil: nil
      case .failure(let failure): .passedOver(line: failure.line, reason: failure.reason)
      case .book(let book):
        if let isbn = book.isbn {
          .title(isbn, book.details, line: book.line)
        } else {
          .passedOver(line: book.line, reason: "it has no valid isbn")
        }
      }
    }
  }
}
