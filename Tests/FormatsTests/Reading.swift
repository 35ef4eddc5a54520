import Catalogue
import Formats

/// A file's rows, read in chunks of a given size.
func read(_ bytes: [UInt8], format: ImportFormat? = nil, chunk: Int = 1 << 16) throws
  -> [ImportedRow]
{
  var offset = 0
  var reader = try ImportReader(format: format) {
    guard offset < bytes.count else { return nil }
    defer { offset += chunk }
    return Array(bytes[offset..<min(offset + chunk, bytes.count)])
  }
  var rows: [ImportedRow] = []
  while let row = try reader.next() { rows.append(row) }
  return rows
}

func read(_ text: String, format: ImportFormat? = nil, chunk: Int = 1 << 16) throws -> [ImportedRow]
{
  try read(Array(text.utf8), format: format, chunk: chunk)
}

extension [ImportedRow] {
  var books: [ImportedBook] {
    compactMap { if case .book(let book) = $0 { book } else { nil } }
  }

  var failures: [RowFailure] {
    compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
  }
}

enum Goodreads {
  static let columns24 = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13",
    "My Rating", "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
    "Original Publication Year", "Date Read", "Date Added", "Bookshelves",
    "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
  ]
  static let columns31 =
    columns24.prefix(23) + [
      "Recommended For", "Recommended By", "Owned Copies", "Original Purchase Date",
      "Original Purchase Location", "Condition", "Condition Description", "BCID",
    ]

  static func row(_ cells: [String: String], columns: [String] = columns24) -> String {
    columns.map { name in
      let cell = cells[name] ?? ""
      return cell.contains { ",\"\n\r".contains($0) } || cell.unicodeScalars.contains("\r")
        ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }.joined(separator: ",")
  }

  static func file(_ rows: [[String: String]], columns: [String] = columns24, end: String = "\n")
    -> String
  {
    ([columns.joined(separator: ",")] + rows.map { row($0, columns: columns) })
      .map { $0 + end }.joined()
  }
}
