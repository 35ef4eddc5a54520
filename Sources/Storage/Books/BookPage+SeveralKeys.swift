import Catalogue

/// Lists in the order of several keys: the first one's index gives the books, and SQLite sorts those
/// that are equal by it.
extension BookPage {
  /// The keys that decide something: each once, and none behind the number.
  var keys: [BookSort] {
    var keys: [BookSort] = []
    for key in [sort] + thenBy where !keys.contains(where: { $0.key == key.key }) {
      keys.append(key)
      if key.key == .number { break }
    }
    return keys
  }

  func forEach(
    select: String, _ found: QueryStatement?, by keys: [BookSort], on connection: Connection,
    _ body: (Statement) throws -> Void
  ) throws {
    guard let first = keys.first, let column = first.column else { return }
    let values = try after.map { try self.values(of: keys, after: $0, on: connection) }
    let rest = keys.dropFirst()
    let isUnkeyed = "\(column) IS NULL"
    var conditions: [String]
    switch values {
    case nil: conditions = ["\(column) IS NOT NULL", isUnkeyed]
    case let values? where values[0] == nil:
      conditions = ["\(isUnkeyed) AND \(behind(keys, values, from: 1))"]
    case let values?:
      // The first comparison is for the index, which cannot use the others.
      conditions = [
        "\(column) \(first.sign)= ?7 AND (\(behind(keys, values, from: 0)))", isUnkeyed,
      ]
    }
    if first.isInEveryBook { conditions = [conditions[0]] }
    let order = (["\(column) \(first.direction)"] + rest.map(\.order)).joined(separator: ", ")
    var left = limit ?? Int.max
    for condition in conditions where left > 0 {
      let statement = try connection.prepare(
        """
        SELECT \(select) FROM \(source(found))
        WHERE b.account = ?1 AND b.removed_at IS \(inTrash ? "NOT NULL" : "NULL")
          AND \(condition)\(found?.andCondition ?? "")
        ORDER BY \(order), b.number \(keys[keys.count - 1].direction) LIMIT ?2
        """)
      try statement.bind(account, left)
      try found?.bind(to: statement)
      if let values, let after, condition != isUnkeyed {
        try statement.bind(after, at: 3)
        for (position, value) in values.enumerated() where keys[position].column != nil {
          if let value { try statement.bind(value, at: 7 + position) }
        }
      }
      while try statement.step() {
        left -= 1
        try body(statement)
      }
    }
  }

  private func values(
    of keys: [BookSort], after number: BookNumber, on connection: Connection
  ) throws -> [SortValue?] {
    let columns = keys.map { $0.column ?? "b.number" }.joined(separator: ", ")
    let values = try connection.first(
      "SELECT \(columns) FROM books AS b WHERE b.number = ? AND b.account = ?", number, account
    ) { row in
      keys.indices.map { SortValue(row, $0) }
    }
    guard let values else { throw BookReferenceError.notFound(.number(number)) }
    return values
  }

  /// The condition that a book comes behind another one, whose values are bound from position 7 on.
  private func behind(_ keys: [BookSort], _ values: [SortValue?], from index: Int) -> String {
    guard index < keys.count, let column = keys[index].column else {
      return "b.number \(keys[keys.count - 1].sign) ?3"
    }
    let rest = behind(keys, values, from: index + 1)
    guard values[index] != nil else { return "(\(column) IS NULL AND \(rest))" }
    let value = "?\(7 + index)"
    return """
      (\(column) \(keys[index].sign) \(value) OR \(column) IS NULL \
      OR (\(column) = \(value) AND \(rest)))
      """
  }
}

extension BookSort {
  var direction: String { descending ? "DESC" : "ASC" }

  var sign: String { descending ? "<" : ">" }

  /// The term of ORDER BY; books that lack the key come last.
  fileprivate var order: String {
    guard let column else { return "b.number \(direction)" }
    return isInEveryBook ? "\(column) \(direction)" : "\(column) IS NULL, \(column) \(direction)"
  }
}
