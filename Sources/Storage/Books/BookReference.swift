public import Catalogue

/// How people name one book: by its number, its id or its ISBN.
public enum BookReference: Hashable, Sendable {
  case number(BookNumber)
  case id(BookID)
  case isbn(ISBN)
}

extension BookReference {
  /// Reads what a person typed: up to nine digits are a number, an ISBN has ten or thirteen.
  /// - Throws: `BookReferenceError.unreadable`.
  public init(parsing text: String) throws(BookReferenceError) {
    let isDigits = text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    if isDigits, text.utf8.count <= 9, let number = Int64(text), number > 0 {
      self = .number(BookNumber(rawValue: number))
    } else if let id = BookID(text) {
      self = .id(id)
    } else {
      do throws(ISBNError) {
        self = .isbn(try ISBN(parsing: text))
      } catch {
        throw .unreadable(text, error)
      }
    }
  }
}

extension BookReference: CustomStringConvertible {
  /// As it reads in a message: `book 3`, `book 0192…`, `ISBN 9780306406157`.
  public var description: String {
    switch self {
    case .number(let number): "book \(number)"
    case .id(let id): "book \(id)"
    case .isbn(let isbn): "ISBN \(isbn)"
    }
  }
}

extension BookReference {
  /// Finds the book that is meant.
  /// - Parameters:
  ///   - account: the account whose books are looked at.
  ///   - inTrash: whether a removed book is meant, as for `restore`, or one that is not removed.
  ///   - connection: a connection in a transaction.
  /// - Returns: the book's number.
  /// - Throws: `BookReferenceError` when no book or more than one is meant.
  public func resolve(
    in account: AccountID, inTrash: Bool = false, on connection: Connection
  ) throws -> BookNumber {
    let candidates = try candidates(in: account, on: connection)
    let fitting = candidates.filter { $0.isRemoved == inTrash }
    if fitting.count > 1 { throw BookReferenceError.several(self, fitting.map(\.number)) }
    if let only = fitting.first { return only.number }
    if let other = candidates.first {
      throw inTrash
        ? BookReferenceError.notRemoved(self, other.number)
        : BookReferenceError.inTrash(self, other.number)
    }
    if let name = try otherAccount(than: account, on: connection) {
      throw BookReferenceError.otherAccount(self, name)
    }
    throw BookReferenceError.notFound(self)
  }

  private struct Candidate {
    let number: BookNumber
    let isRemoved: Bool
  }

  private func candidates(
    in account: AccountID, on connection: Connection
  ) throws -> [Candidate] {
    let select = "SELECT number, removed_at IS NOT NULL FROM books WHERE "
    func candidate(_ row: Statement) -> Candidate {
      Candidate(number: BookNumber(rawValue: row.int64(0)), isRemoved: row.bool(1))
    }
    switch self {
    case .number(let number):
      return try connection.all(
        select + "number = ? AND account = ?", number, account, row: candidate)
    case .id(let id):
      return try connection.all(select + "id = ? AND account = ?", id, account, row: candidate)
    case .isbn(let isbn):
      return try connection.all(
        select + "isbn = ? AND account = ? ORDER BY number", isbn, account, row: candidate)
    }
  }

  /// The name of the account that has the book; only where the name of the book is unique.
  private func otherAccount(
    than account: AccountID, on connection: Connection
  ) throws -> String? {
    let select = "SELECT a.name FROM books AS b JOIN accounts AS a ON a.id = b.account WHERE "
    switch self {
    case .number(let number):
      return try connection.first(select + "b.number = ?", number) { $0.text(0) }
    case .id(let id): return try connection.first(select + "b.id = ?", id) { $0.text(0) }
    case .isbn: return nil
    }
  }
}
