import Catalogue

@testable import Storage

/// What other commands and people with the sqlite3 shell do.
extension TicketWorld {
  mutating func change(_ operation: TicketOperation) throws -> String? {
    if operation.kind == .use { return try use(operation) }
    if operation.kind == .changeEndpoint { return try changeEndpoint(operation) }
    let isbn = operation.b % 9 == 0 ? nil : Self.isbns[operation.b % Self.isbns.count]
    let isByHand = operation.c % 2 == 0
    if operation.kind == .add { return try add(isbn, isByHand, operation) }
    guard let number = book(operation.a), let row = model.books[number] else { return nil }
    let told: String
    switch operation.kind {
    case .edit: told = try edit(number, row, isByHand, operation)
    case .remove: told = try remove(number, row, isByHand, operation)
    case .restore: told = try restore(number, row, isByHand)
    case .delete:
      try delete(number)
      told = "book \(number) is deleted by hand"
    case .replace: told = try replace(number, row, isbn, operation)
    case .changeISBN: told = try changeISBN(number, row, isbn, isByHand)
    default: return nil
    }
    try compare(number)
    return told
  }

  /// A row in the state in which it is made.
  private func row(_ account: Int64, _ isbn: ISBN?) -> TicketModel.Row {
    var row = TicketModel.Row(account: account, isbn: isbn)
    row.forgetAnswer()
    return row
  }

  private mutating func delete(_ number: Int64) throws {
    try hand.run("DELETE FROM books WHERE number = ?", number)
    model.delete(number)
    free.append(number)
  }

  private mutating func add(
    _ isbn: ISBN?, _ isByHand: Bool, _ operation: TicketOperation
  ) throws -> String {
    var told = ""
    if model.books.count >= Self.bookLimit, let number = book(operation.a) {
      try delete(number)
      told = "book \(number) is deleted by hand, "
    }
    let account = Int64(operation.c % 3 == 0 ? 2 : 1)
    let number: Int64
    if isByHand {
      // By hand, a number can be given again.
      let again = operation.b % 2 == 0 ? free.popLast() : nil
      try hand.run(
        "INSERT INTO books (number, account, isbn) VALUES (?, ?, ?)", again, account, isbn)
      number = hand.lastInsertedRowID
    } else {
      var random = SystemRandomNumberGenerator()
      let id = BookID(milliseconds: 1_800_000_000_000, using: &random)
      number = try program.writeAndWait { connection in
        try BookAdding.add(
          [NewBook(id: id, isbn: isbn)], to: AccountID(rawValue: account), at: TicketLibrary.now,
          on: connection)
        return connection.lastInsertedRowID
      }
    }
    model.put(row(account, isbn), at: number)
    try compare(number)
    return told + "book \(number) is added to account \(account)\(isByHand ? " by hand" : "")"
  }

  private mutating func edit(
    _ number: Int64, _ row: TicketModel.Row, _ isByHand: Bool, _ operation: TicketOperation
  ) throws -> String {
    let title = "Typed \(operation.b)"
    if isByHand {
      try hand.run("UPDATE catalogue SET title = ? WHERE number = ?", title, number)
      // The view writes what differs from what is shown.
      let isOther = title != row.typed ?? row.title
      if !row.isRemoved, isOther { model.books[number]?.typed = title }
    } else {
      var edit = BookEdit()
      edit.set.title = title
      try program.writeAndWait {
        try BookEditing.edit(
          [BookNumber(rawValue: number)], edit, in: AccountID(rawValue: row.account),
          at: TicketLibrary.now, on: $0)
      }
      if !row.isRemoved { model.books[number]?.typed = title }
    }
    return "book \(number) gets the title \(title)\(isByHand ? " by hand" : "")"
  }

  private mutating func remove(
    _ number: Int64, _ row: TicketModel.Row, _ isByHand: Bool, _ operation: TicketOperation
  ) throws -> String {
    if isByHand, operation.b % 2 == 0 {
      try hand.run("DELETE FROM catalogue WHERE number = ?", number)
    } else if isByHand {
      try hand.run(
        "UPDATE books SET removed_at = ? WHERE number = ?", TicketLibrary.now, number)
    } else {
      try program.writeAndWait {
        try BookRemoving.remove(
          [BookNumber(rawValue: number)], from: AccountID(rawValue: row.account),
          at: TicketLibrary.now, on: $0)
      }
    }
    model.remove(number)
    return "book \(number) is removed\(isByHand ? " by hand" : "")"
  }

  private mutating func restore(
    _ number: Int64, _ row: TicketModel.Row, _ isByHand: Bool
  ) throws -> String {
    if isByHand {
      try hand.run("UPDATE books SET removed_at = NULL WHERE number = ?", number)
    } else {
      try program.writeAndWait {
        try BookRemoving.restore(
          [BookNumber(rawValue: number)], to: AccountID(rawValue: row.account),
          at: TicketLibrary.now, on: $0)
      }
    }
    model.books[number]?.isRemoved = false
    return "book \(number) is restored\(isByHand ? " by hand" : "")"
  }

  /// REPLACE and its like make a new row under the number, and fire no delete trigger.
  private mutating func replace(
    _ number: Int64, _ row: TicketModel.Row, _ isbn: ISBN?, _ operation: TicketOperation
  ) throws -> String {
    let account = operation.c % 5 == 0 ? 3 - row.account : row.account
    let same = operation.c % 3 == 0 ? row.isbn : isbn
    switch operation.c % 4 {
    case 0, 1:
      let verb = operation.c % 4 == 0 ? "REPLACE" : "INSERT OR REPLACE"
      try hand.run(
        "\(verb) INTO books (number, account, isbn) VALUES (?, ?, ?)", number, account, same)
    case 2:
      try hand.execute("BEGIN IMMEDIATE")
      try hand.run("DELETE FROM books WHERE number = ?", number)
      try hand.run(
        "INSERT INTO books (number, account, isbn) VALUES (?, ?, ?)", number, account, same)
      try hand.execute("COMMIT")
    default:
      // An upsert keeps the row: it is a change of the ISBN.
      try hand.run(
        """
        INSERT INTO books (number, account, isbn) VALUES (?1, ?2, ?3)
        ON CONFLICT (number) DO UPDATE SET isbn = excluded.isbn
        """, number, account, same)
      model.setISBN(same, of: number)
      return "book \(number) gets another ISBN by an upsert"
    }
    model.put(self.row(account, same), at: number)
    return "book \(number) is replaced by hand"
  }

  private mutating func changeISBN(
    _ number: Int64, _ row: TicketModel.Row, _ isbn: ISBN?, _ isByHand: Bool
  ) throws -> String {
    if isByHand {
      try hand.run("UPDATE OR REPLACE books SET isbn = ? WHERE number = ?", isbn, number)
      model.setISBN(isbn, of: number)
    } else {
      var edit = BookEdit()
      edit.isbn = isbn.map { .set($0) } ?? .clear
      try program.writeAndWait {
        try BookEditing.edit(
          [BookNumber(rawValue: number)], edit, in: AccountID(rawValue: row.account),
          at: TicketLibrary.now, on: $0)
      }
      if !row.isRemoved { model.setISBN(isbn, of: number) }
    }
    return "book \(number) has the ISBN \(isbn?.description ?? "none")"
  }

  private mutating func use(_ operation: TicketOperation) throws -> String {
    let account = Int64(operation.a % 2) + 1
    switch operation.c % 4 {
    case 0:
      try hand.run("UPDATE accounts SET is_current = 0")
      model.use(nil)
    case 1:
      try hand.run("UPDATE accounts SET is_current = 1 WHERE id = ?", account)
      model.use(account)
    default:
      try program.writeAndWait {
        try Accounts.use(account == 1 ? "home" : "b", on: $0)
      }
      model.use(account)
    }
    try compareAll()
    return model.current.map { "account \($0) is used" } ?? "no account is used"
  }

  /// An account that asks another server begins a new epoch; its books come with it.
  private mutating func changeEndpoint(_ operation: TicketOperation) throws -> String {
    let account = Int64(operation.a % 2) + 1
    let endpoint = "/\(operation.b)"
    try hand.run("UPDATE accounts SET endpoint = ? WHERE id = ?", endpoint, account)
    if endpoints[account] != endpoint { model.changeServer(of: account) }
    endpoints[account] = endpoint
    try compareAll()
    return "account \(account) asks another server"
  }
}
