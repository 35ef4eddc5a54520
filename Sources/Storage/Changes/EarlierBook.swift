import Catalogue

/// What a book was before a change, as far as the change touched it.
struct EarlierBook {
  let number: BookNumber
  /// Whether the change made the book.
  var isNew = false
  var typed: String?
  var imported: String?
  var isbn: Value?
  var originKey: Value?
  var removedAt: Value?

  /// A value that may be NULL; it is absent when the change did not touch it.
  struct Value {
    let text: String?
  }

  /// The books of a change, in the order of their numbers.
  /// - Complexity: O(entries) time and memory.
  static func all(of change: Int64, on connection: Connection) throws -> [EarlierBook] {
    var books: [EarlierBook] = []
    try connection.forEach(
      """
      SELECT number, kind = 'insert', before -> '$.typed', before -> '$.imported',
        json_type(before, '$.isbn') IS NOT NULL, before ->> '$.isbn',
        json_type(before, '$.origin_key') IS NOT NULL, before ->> '$.origin_key',
        json_type(before, '$.removed_at') IS NOT NULL, before ->> '$.removed_at'
      FROM changes WHERE change_set = ? ORDER BY number, seq
      """, change
    ) { row in
      let number = BookNumber(rawValue: row.int64(0))
      if books.last?.number != number { books.append(EarlierBook(number: number)) }
      books[books.count - 1].add(row)
    }
    return books
  }

  private init(number: BookNumber) { self.number = number }

  /// Takes an entry in; the first one that names a value knows what it was before them all.
  private mutating func add(_ row: Statement) {
    func value(_ column: Int) -> Value? {
      row.bool(column) ? Value(text: row.optionalText(column + 1)) : nil
    }
    isNew = isNew || row.bool(1)
    typed = typed ?? row.optionalText(2)
    imported = imported ?? row.optionalText(3)
    isbn = isbn ?? value(4)
    originKey = originKey ?? value(6)
    removedAt = removedAt ?? value(8)
  }
}
