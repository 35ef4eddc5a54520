import Catalogue

extension ExportFormat {
  /// Separated values (RFC 4180) under the names of the tool's JSON; it reads back as `csv`.
  public static let csv = ExportFormat(
    name: "csv", summary: "a table for spreadsheets",
    open: { CSVBookWriter(isSpreadsheetSafe: $0.isSpreadsheetSafe) })
}

/// In a list field `; ` separates; where that would be ambiguous, the cell is a JSON array.
private struct CSVBookWriter: BookWriter {
  private enum Column {
    case own(@Sendable (ListedBook) -> String?)
    case said(BookField)
    case list(BookField)
    case rating
    case identifiers(BookField)

    init(_ field: BookField) {
      self =
        switch field.kind {
        case .list, .people, .days: .list(field)
        case .rating: .rating
        case .identifiers: .identifiers(field)
        default: field.isSayable ? .said(field) : .own(ListedBook.text(of: field))
        }
    }
  }

  let isSpreadsheetSafe: Bool
  private let columns = BookField.all.map(Column.init)

  init(isSpreadsheetSafe: Bool) { self.isSpreadsheetSafe = isSpreadsheetSafe }

  func begin(_ output: inout [UInt8]) {
    output.write(BookField.all.map(\.name).joined(separator: ","))
    output.write("\r\n")
  }

  func end(_ output: inout [UInt8]) {}

  func write(_ book: ListedBook, to output: inout [UInt8]) {
    var isFirst = true
    for column in columns {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      switch column {
      case .own(let read): text(read(book), &output)
      case .said(let field): text(book.details.text(of: field), &output)
      case .list(let field):
        if let parts = book.details.texts(of: field), !parts.isEmpty {
          text(ListText.text(of: parts), &output)
        }
      case .rating:
        if let rating = book.details.rating { output.write(NumberText.short(rating)) }
      case .identifiers(let field):
        text(book.details.json(of: field)?.json, &output)
      }
    }
    output.write("\r\n")
  }

  private func text(_ text: String?, _ output: inout [UInt8]) {
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
