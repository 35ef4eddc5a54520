/// Why a change of a book was refused.
public enum ChangeRefusal: Hashable, Sendable {
  /// The book is gone, or was removed since.
  case removed
  /// A rule of the schema refuses the row, in the schema's words.
  case invalid(String)
}
