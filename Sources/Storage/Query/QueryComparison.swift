/// The sign between a field and its value.
enum QueryComparison: String, Hashable, Sendable, CaseIterable {
  case has = ":"
  case isEqual = "="
  case isAtLeast = ">="
  case isAtMost = "<="
  case isMore = ">"
  case isLess = "<"

  /// Reads the sign with which some characters begin.
  init?(_ characters: ArraySlice<Character>) {
    let found = Self.allCases.first { characters.starts(with: $0.rawValue) }
    guard let found else { return nil }
    self = found
  }

  var length: Int { rawValue.count }
}
