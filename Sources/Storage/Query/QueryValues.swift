/// The values of a query, each with its place in the statement.
struct QueryValues: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    case text(String)
    case whole(Int64)
    case decimal(Double)
  }

  /// Places before this one belong to the statement around the query.
  private static let first = 20

  private(set) var all: [Value] = []

  /// Takes a value in and gives its place: `?20`.
  mutating func place(_ value: Value) -> String {
    if let index = all.firstIndex(of: value) { return "?\(Self.first + index)" }
    all.append(value)
    return "?\(Self.first + all.count - 1)"
  }

  func bind(to statement: Statement) throws(StorageError) {
    for (index, value) in all.enumerated() {
      let position = Self.first + index
      switch value {
      case .text(let text): try statement.bind(text, at: position)
      case .whole(let number): try statement.bind(number, at: position)
      case .decimal(let number): try statement.bind(number, at: position)
      }
    }
  }
}
