public import Catalogue

/// What the user says of books: fields to set, to empty, to clear and to keep.
///
/// An edit writes only what was typed, and only the fields that it names, so that two processes that
/// edit different fields both win.
public struct BookEdit: Hashable, Sendable {
  public enum ISBNChange: Hashable, Sendable {
    case none
    case clear
    case set(ISBN)
  }

  /// Fields with a value; those that are nil are left alone.
  public var set = BookDetails()
  /// Fields that are said to be empty: they show nothing, whatever was fetched or imported.
  public var empty: Set<BookField> = []
  /// Fields of which nothing is said any longer: what was fetched or imported shows again.
  public var clear: Set<BookField> = []
  /// Fields whose shown value is made typed.
  public var keep: Set<BookField> = []
  /// Tags to add to those that are shown, in order.
  public var addTags: [String] = []
  /// Tags to take away from those that are shown.
  public var removeTags: [String] = []
  public var isbn = ISBNChange.none

  public init() {}

  /// Whether nothing is asked for.
  public var isEmpty: Bool { self == BookEdit() }
}
