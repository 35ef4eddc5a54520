import Catalogue
import Formats

/// What must hold of a reader whatever the bytes are.
struct ReaderFuzz {
  /// nil: the format is told from the content.
  let format: ImportFormat?

  /// Reads the bytes, and stops the program when something does not hold.
  func run(_ bytes: [UInt8]) {
    let whole = rows(of: bytes, chunk: max(1, bytes.count))
    // A file comes in pieces whose ends lie anywhere.
    let inPieces = rows(of: bytes, chunk: 1 + bytes.count / 7)
    precondition(whole == inPieces, "the rows depend on the pieces in which the file comes")
    for case .book(let book) in whole ?? [] { check(book) }
  }

  /// nil when the file cannot be read as a whole.
  private func rows(of bytes: [UInt8], chunk: Int) -> [ImportedRow]? {
    var offset = 0
    do {
      var reader = try ImportReader(format: format) {
        guard offset < bytes.count else { return nil }
        defer { offset += chunk }
        return Array(bytes[offset..<min(offset + chunk, bytes.count)])
      }
      var rows: [ImportedRow] = []
      while let row = try reader.next() {
        rows.append(row)
        _ = reader.source
      }
      return rows
    } catch {
      precondition(error is ImportError, "a reader threw \(error)")
      return nil
    }
  }

  /// What is stored of a book must come back from the database as it was.
  private func check(_ book: ImportedBook) {
    let json = book.details.json
    let again = try? BookDetails(json: json)
    precondition(again?.json == json, "the book is not what its JSON says")
    precondition(!book.originKey.isEmpty)
    for text in [book.details.title, book.details.published, book.details.authors?.first] {
      guard let text else { continue }
      precondition(!text.isEmpty && !text.utf8.contains(0))
      _ = FoldedText.index(text)
      _ = PublicationDate(text).year
      _ = PersonName.inverted(text)
    }
  }
}
