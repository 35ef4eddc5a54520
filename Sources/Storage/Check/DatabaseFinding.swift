public import Catalogue

/// Something that is wrong with a database.
public struct DatabaseFinding: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The file's structure, or a rule of the schema (`PRAGMA integrity_check`).
    case damaged
    /// A row that names one that is not there.
    case foreignKey = "foreign-key"
    /// A table, index, view or trigger that is not as the migrations make it.
    case schema
    /// The search index is damaged, or says something else than the books.
    case index
    /// A key for sorting or a year that does not agree with its book.
    case key
    /// Text that is not in normalisation form C, or no text at all.
    case text
    /// A row that cannot be read as a book.
    case row
    /// Two books with one id.
    case id
    /// The accounts or their counter of epochs.
    case account
    /// A counter near the largest number, after which nothing can be added.
    case counter
    /// Others can read or write a file of the library.
    case permissions
    /// The log of the database has lost its order, as the WAL-reset bug leaves it.
    case log
  }

  public let kind: Kind
  /// The book that it is about, if it is about one.
  public let book: BookNumber?
  public let message: String
  /// What to do about it.
  public let remedy: String

  /// Whether `Database.mend` makes it right.
  public var isMendable: Bool { remedy == DatabaseCheck.fix }

  init(_ kind: Kind, book: BookNumber? = nil, _ message: String, remedy: String) {
    self.kind = kind
    self.book = book
    self.message = message
    self.remedy = remedy
  }
}

extension DatabaseFinding: CustomStringConvertible {
  /// One line: what; remedy.
  public var description: String {
    (book.map { "book \($0): " } ?? "") + message + "; " + remedy
  }
}
