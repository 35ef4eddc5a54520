import Catalogue

/// Puts together what the ISBN cells of a row say.
struct ISBNCells {
  private(set) var isbn: ISBN?
  private var misprint: String?
  private var shortened: String?
  /// Numbers of other kinds: of a shop, of printed music, of a series.
  private var others: [String: String] = [:]

  /// True when the cells said nothing at all.
  var isEmpty: Bool { isbn == nil && misprint == nil && shortened == nil && others.isEmpty }

  /// Takes a cell whose bytes are the digits, as they are or in a spreadsheet's `="…"`.
  /// - Returns: false when the cell must be looked at more closely.
  mutating func takePlain(_ cell: CSVReader.Cell, in csv: CSVReader) -> Bool {
    csv.withRawBytes(of: cell) { bytes in
      var start = 0
      var end = bytes.count
      if end > 0, bytes[0] == UInt8(ascii: "=") { start = 1 }
      while start < end, bytes[start] == UInt8(ascii: "\"") { start += 1 }
      while end > start, bytes[end - 1] == UInt8(ascii: "\"") { end -= 1 }
      // `=""` says that there is no number.
      if start == end { return true }
      guard let found = ISBN(plainDigits: UnsafeBufferPointer(rebasing: bytes[start..<end])),
        !found.isFiller
      else { return false }
      if let isbn { return isbn == found }
      isbn = found
      return true
    }
  }

  /// Takes a number if there is none yet.
  /// - Returns: whether it is now the number of the row.
  mutating func fill(_ other: ISBN) -> Bool {
    isbn = isbn ?? other
    return isbn == other
  }

  /// Takes a cell that is not empty.
  mutating func take(_ text: String, column: Int, row: inout RowText) {
    do {
      let reading = try ISBN.read(text)
      if reading.isRepaired {
        row.warn(column, "“\(text)” lacks its leading zero; it was read as \(reading.isbn)")
      }
      if let isbn, isbn != reading.isbn {
        row.warn(column, "the row has two ISBNs, \(isbn) and \(reading.isbn); the first counts")
        misprint = misprint ?? text
      } else {
        isbn = reading.isbn
      }
    } catch .empty {
    } catch .precisionLost {
      shortened = text
      row.warn(column, "“\(text)” gives no ISBN: \(ISBNError.precisionLost)")
    } catch {
      if let other = error.identifier {
        others[other.kind] = others[other.kind] ?? other.value
        return
      }
      misprint = misprint ?? text
      row.warn(column, "“\(text)” was kept as invalid_isbn: \(error)")
    }
  }

  /// Writes what is no ISBN into the details, so that nothing is lost.
  func finish(_ details: inout BookDetails) {
    if !others.isEmpty {
      details.identifiers = (details.identifiers ?? [:]).merging(others) { a, _ in a }
    }
    if let misprint {
      details.identifiers = (details.identifiers ?? [:])
        .merging(["invalid_isbn": misprint]) { a, _ in a }
    }
    if let shortened {
      details.raw = (details.raw ?? [:]).merging(["isbn": .string(shortened)]) { a, _ in a }
    }
  }
}
