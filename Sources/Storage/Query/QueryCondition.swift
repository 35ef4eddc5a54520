import Catalogue

/// A condition on one field, with its value parsed.
struct QueryCondition: Hashable, Sendable {
  enum Test: Hashable, Sendable {
    case isMissing
    case isThere
    /// The field, or one of its elements, has words.
    case has(QueryWords)
    /// The field, or one of its elements, is a text, but for case and diacritics.
    case equals(String)
    /// The field is one of some values, letter by letter.
    case isOneOf([String])
    case begins(String)
    case whole(Int64?, Int64?)
    case decimal(QueryBound<Double>?, QueryBound<Double>?)
    /// From the first text on and up to the second, in the order of the alphabet.
    case text(String?, String?)
    case isbn(ISBN)
    case number(Int64)
  }

  let field: QueryField
  let test: Test

  init(
    _ field: QueryField, _ comparison: QueryComparison, _ value: QueryValue
  ) throws(QueryValueError) {
    self.field = field
    if value.text.isEmpty, comparison == .has || comparison == .isEqual {
      test = .isMissing
    } else if value.text == "*", !value.isQuoted, comparison == .has {
      test = .isThere
    } else {
      test = try Self.test(field, comparison, value)
    }
  }

  private static func test(
    _ field: QueryField, _ comparison: QueryComparison, _ value: QueryValue
  ) throws(QueryValueError) -> Test {
    let name = field.column.name
    switch field.kind {
    case .whole: return try whole(name, field.column == .number, comparison, value.text)
    case .decimal:
      // `1-3` is a number of a series, and is not 1.
      if field.column == .seriesNumber, comparison == .has || comparison == .isEqual,
        !value.text.contains("..")
      {
        return .equals(FoldedText.fold(value.text))
      }
      return try decimal(name, comparison, value.text)
    case .day, .days: return try days(name, comparison, value.text)
    default: break
    }
    guard comparison == .has || comparison == .isEqual else {
      throw QueryValueError(
        reason: "\(name) is a text and has no order",
        remedy: "numbers and days have one: year>=1990, added:2026-01..2026-03")
    }
    switch field.kind {
    case .isbn: return try isbn(value.text)
    case .exact, .identifiers: return .isOneOf([value.text])
    case .language: return .isOneOf([Language.code(value.text) ?? value.text, value.text])
    case .sync: return .isOneOf([try state(value.text)])
    default: return try words(name, comparison, value)
    }
  }

  private static func words(
    _ name: String, _ comparison: QueryComparison, _ value: QueryValue
  ) throws(QueryValueError) -> Test {
    if !value.isQuoted, value.text.hasPrefix("(") {
      throw QueryValueError(
        reason: "a field takes one value", remedy: "write (\(name):a OR \(name):b)")
    }
    if comparison == .isEqual { return .equals(FoldedText.fold(value.text)) }
    guard let words = QueryWords(value.text, mayGoOn: value.mayGoOn) else {
      // `tag:c++` has a letter; of `notes:?` no word is left, and only the text itself can be meant.
      return .equals(FoldedText.fold(value.text))
    }
    return .has(words)
  }

  private static func whole(
    _ name: String, _ isNumber: Bool, _ comparison: QueryComparison, _ text: String
  ) throws(QueryValueError) -> Test {
    let range = try QueryRange(name, comparison, text, like: "\(name):1990..1999") {
      Int64($0)
    }
    if isNumber, let only = range.only { return .number(only) }
    // Of whole numbers, more than 3 is at least 4.
    var lower = range.lower?.value
    var upper = range.upper?.value
    if let bound = range.lower, bound.isOpen {
      guard bound.value < Int64.max else { return .whole(Int64.max, Int64.min) }
      lower = bound.value + 1
    }
    if let bound = range.upper, bound.isOpen {
      guard bound.value > Int64.min else { return .whole(Int64.max, Int64.min) }
      upper = bound.value - 1
    }
    return .whole(lower, upper)
  }

  private static func decimal(
    _ name: String, _ comparison: QueryComparison, _ text: String
  ) throws(QueryValueError) -> Test {
    let range = try QueryRange(name, comparison, text, like: "\(name)>=3.5") { text in
      Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
    return .decimal(range.lower, range.upper)
  }

  /// A month or a year stands for all its days: what begins with it comes before it with a `~`.
  private static func days(
    _ name: String, _ comparison: QueryComparison, _ text: String
  ) throws(QueryValueError) -> Test {
    let range = try QueryRange(name, comparison, text, like: "\(name):2026-01..2026-03") {
      isDay($0) ? $0 : nil
    }
    return .text(
      range.lower.map { $0.isOpen ? $0.value + "~" : $0.value },
      range.upper.map { $0.isOpen ? $0.value : $0.value + "~" })
  }

  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.first?.utf8.count == 4, parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }) else {
      return false
    }
    return CivilDate((parts.map(String.init) + ["01", "01"]).prefix(3).joined(separator: "-"))
      != nil
  }

  private static func isbn(_ text: String) throws(QueryValueError) -> Test {
    if let isbn = try? ISBN(parsing: text) { return .isbn(isbn) }
    let digits = text.hasSuffix("*") ? text.dropLast().filter { $0 != "-" } : ""
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      throw QueryValueError(
        reason: "`\(text)` is no ISBN",
        remedy: "give all its digits, or the first ones with a star: isbn:97802*")
    }
    return .begins(digits)
  }

  private static func state(_ text: String) throws(QueryValueError) -> String {
    let states = Book.SyncState.allCases.map(\.rawValue) + ["in-flight"]
    guard states.contains(text) else {
      throw QueryValueError(
        reason: "sync is never `\(text)`",
        remedy: "it is one of \(states.sorted().joined(separator: ", "))")
    }
    return text
  }
}
