import Catalogue

/// What the schema allows as the value of a field in `typed`, `fetched` or `imported`, for rows that
/// were written past it.
enum SaidValue {
  /// Whether a value is of its field's type; a field that has no name here may hold anything.
  /// - Parameter typed: whether the user said it, who may say that there is none.
  static func isRight(_ value: JSONValue, for field: String, typed: Bool) -> Bool {
    if typed, value == .null { return true }
    switch field {
    case "contributors":
      guard case .array(let elements) = value else { return false }
      return elements.allSatisfy { element in
        guard case .object(let members) = element, case .string? = members["name"] else {
          return false
        }
        return true
      }
    case "raw":
      if case .object = value { return true } else { return false }
    default: break
    }
    guard let column = BookField(named: field), column.isSayable else { return true }
    switch (column.storage, value) {
    case (.text, .string): return true
    case (.number, .string(let text)): return typed && text.isEmpty
    case (.number, .integer(let number)): return number >= 0
    case (.number, .number(let number)): return column == .rating && number >= 0
    case (.list, .array(let elements)): return elements.allSatisfy(isText)
    case (.object, .object(let members)):
      return members.values.allSatisfy { isText($0) || typed && $0 == .null }
    default: return false
    }
  }

  private static func isText(_ value: JSONValue) -> Bool {
    if case .string = value { true } else { false }
  }
}
