import Catalogue
import Storage

extension Listing {
  /// Adds the books of a page, in its order.
  mutating func append(
    _ page: BookPage, _ columns: [BookField], on connection: Connection
  ) throws {
    if console.isJSON {
      try page.forEachJSON(columns, on: connection) { json in try append(json: json) }
    } else {
      try page.forEachRow(columns, on: connection) { row in try append(row, columns) }
    }
  }

  /// Adds books by number, in the order given.
  mutating func append(
    _ numbers: [BookNumber], _ columns: [BookField], in account: AccountID,
    on connection: Connection
  ) throws {
    if console.isJSON {
      try BookRows.forEachJSON(numbers, in: account, on: connection) { json in
        try append(json: json)
      }
    } else {
      try BookRows.forEachRow(numbers, columns, in: account, on: connection) { row in
        try append(row, columns)
      }
    }
  }

  /// Adds a row that has the columns as text.
  private mutating func append(_ row: Statement, _ columns: [BookField]) throws {
    try append(cells: columns.indices.map { row.optionalText($0) ?? "" })
  }
}
