public import Catalogue

/// Why an edit is refused before it is tried.
public enum BookEditError: Error, Hashable, Sendable {
  /// The column is not one that a user says something of.
  case notEditable(BookField)
  /// Two parts of the edit name the same field.
  case contradiction(BookField)
}

extension BookEditError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notEditable(let column): "`\(column.name)` cannot be edited"
    case .contradiction(let column): "the edit says two things of `\(column.name)`"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    case .notEditable(.year): "edit `published`, from which the year is taken"
    case .notEditable:
      "these can be: isbn, " + BookField.sayable.map(\.name).joined(separator: ", ")
    case .contradiction: "set, empty, clear or keep it, but only one of these"
    }
  }
}
