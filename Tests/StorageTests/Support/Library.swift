import Catalogue
import Determinism
import Testing

@testable import Storage

/// A library on a real file, with what most tests need.
final class Library {
  static let home = AccountID(rawValue: 1)
  static let now = Instant(rawValue: 1_796_022_000_123)

  let directory: TemporaryDirectory
  let database: Database
  private var generator = SeededGenerator(seed: 7)

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database.open(
      at: directory.file("library.db"), access: .writing(create: true))
  }

  deinit { database.close() }

  /// Writes in one transaction.
  @discardableResult
  func write<R>(_ body: (Connection) throws -> R) throws -> R {
    try database.writeAndWait(body)
  }

  func read<R>(_ body: (Connection) throws -> R) throws -> R {
    try database.readAndWait(body)
  }

  func newBook(isbn: ISBN? = nil, _ change: (inout BookDetails) -> Void = { _ in }) -> NewBook {
    var details = BookDetails()
    change(&details)
    return NewBook(
      id: BookID(milliseconds: 1_796_022_000_123, using: &generator), isbn: isbn, typed: details)
  }

  /// Adds one book to the account `home`.
  @discardableResult
  func add(
    isbn: ISBN? = nil, to account: AccountID = home,
    _ change: (inout BookDetails) -> Void = { _ in }
  ) throws -> BookNumber {
    let book = newBook(isbn: isbn, change)
    let numbers = try write { try BookAdding.add([book], to: account, at: Self.now, on: $0) }
    return try #require(numbers.first)
  }

  /// Puts JSON into an origin, as a sync or an import does.
  func say(_ origin: BookOrigin, _ json: String, of number: BookNumber) throws {
    try write { try $0.run("UPDATE books SET \(origin) = ? WHERE number = ?", json, number) }
  }

  func book(_ number: BookNumber) throws -> Book? {
    try read { try BookRows.read(numbers: [number], in: Self.home, on: $0).first }
  }

  func json(_ number: BookNumber) throws -> [String: JSONValue] {
    var text = ""
    try read { connection in
      try BookRows.forEachJSON([number], in: Self.home, on: connection) {
        text = String(decoding: $0, as: UTF8.self)
      }
    }
    guard case .object(let members) = try JSONValue(json: text) else { return [:] }
    return members
  }

  /// One value of one row.
  func value(_ sql: String) throws -> String? {
    try read { try $0.first(sql) { $0.optionalText(0) } ?? nil }
  }
}

extension ISBN {
  /// The nth of many valid numbers.
  static func sample(_ index: Int) -> ISBN {
    for check in 0..<10 as Range<UInt64> {
      let number = 9_780_000_000_000 + UInt64(index) * 10 + check
      if let isbn = ISBN(number: number) { return isbn }
    }
    preconditionFailure("one of ten check digits is right")
  }
}
