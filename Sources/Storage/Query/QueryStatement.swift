import Catalogue

/// A query as SQL: where its books come from, and what else they have to meet.
struct QueryStatement: Hashable, Sendable {
  /// What finds the books.
  enum Driver: Hashable, Sendable {
    /// All books, in the order in which they are listed.
    case all
    /// The full-text index, by a query of its own.
    case words(String)
    /// The full-text index, or the ISBN.
    case wordsOrISBN(String, ISBN)
    case isbn(ISBN)
    case number(Int64)
  }

  let driver: Driver
  /// The condition on a row of `books AS b`; nil: none but the driver's.
  let condition: String?
  let values: QueryValues

  init(_ expression: QueryExpression) {
    var values = QueryValues()
    if case .words(let words, .some(let isbn)) = expression {
      driver = .wordsOrISBN(words.match, isbn)
      condition = nil
      self.values = values
      return
    }
    let parts = expression.conjuncts
    var driver = Driver.all
    for case .field(let condition) in parts {
      switch condition.test {
      case .isbn(let isbn): driver = .isbn(isbn)
      case .number(let number): driver = .number(number)
      default: continue
      }
    }
    var conditions: [String] = []
    if driver == .all, let match = QueryExpression.match(all: parts, withFields: true) {
      driver = .words(match)
      conditions = parts.filter { !$0.isOfIndex }.map { $0.conjunct(&values) }
    } else {
      conditions = parts.map { $0.conjunct(&values) }
    }
    self.driver = driver
    condition = conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    self.values = values
  }

  /// The condition with an AND before it, for the end of another one.
  var andCondition: String { condition.map { " AND \($0)" } ?? "" }
}

extension QueryExpression {
  fileprivate var conjuncts: [QueryExpression] {
    if case .all(let parts) = self { return parts }
    return [self]
  }

  /// Whether the full-text index alone can decide it, beside something that must be there.
  fileprivate var isOfIndex: Bool {
    switch self {
    case .words(_, let isbn): isbn == nil
    case .field: false
    case .not(let inner): inner.match != nil
    case .all, .any: match != nil
    }
  }

  /// The query of the full-text index that says the same; nil when there is none.
  fileprivate var match: String? {
    switch self {
    case .words(let words, let isbn): return isbn == nil ? words.match : nil
    case .field, .not: return nil
    case .all(let parts):
      guard parts.allSatisfy(\.isOfIndex) else { return nil }
      return Self.match(all: parts, withFields: false).map { "(\($0))" }
    case .any(let parts):
      let matches = parts.compactMap(\.match)
      guard matches.count == parts.count else { return nil }
      return "(\(matches.joined(separator: " OR ")))"
    }
  }

  /// The query of the index for the parts that it can decide; nil when none of them says what must
  /// be there.
  /// - Parameter withFields: whether words of a field count that the index keeps with others; they
  ///   find all books that may meet the condition.
  fileprivate static func match(all parts: [QueryExpression], withFields: Bool) -> String? {
    var wanted: [String] = []
    var unwanted: [String] = []
    for part in parts {
      switch part {
      case .not(let inner):
        if let match = inner.match { unwanted.append(match) }
      case .field(let condition):
        if withFields, case .has(let words) = condition.test,
          let column = condition.field.indexColumn
        {
          wanted.append("\(column) : \(words.match)")
        }
      default:
        if let match = part.match { wanted.append(match) }
      }
    }
    guard !wanted.isEmpty else { return nil }
    let all = wanted.joined(separator: " AND ")
    return unwanted.isEmpty ? all : "(\(all)) NOT (\(unwanted.joined(separator: " OR ")))"
  }

  /// The condition as one of those that must all be true, in a form for which indexes are used.
  fileprivate func conjunct(_ values: inout QueryValues) -> String {
    guard case .field(let condition) = self else { return sql(&values) }
    return condition.sql(&values)
  }

  fileprivate func sql(_ values: inout QueryValues) -> String {
    if let match {
      let place = values.place(.text(match))
      return "b.number IN (SELECT rowid FROM books_fts WHERE books_fts MATCH \(place))"
    }
    switch self {
    case .words(let words, let isbn):
      let found = QueryExpression.words(words, nil).sql(&values)
      guard let isbn else { return found }
      // Without the IS TRUE a book without an ISBN would be neither in nor out.
      return "(\(found) OR (b.isbn = \(values.place(.text(isbn.description)))) IS TRUE)"
    case .field(let condition): return "(\(condition.sql(&values))) IS TRUE"
    case .not(let inner): return "NOT (\(inner.sql(&values)))"
    case .all(let parts): return "(\(parts.map { $0.sql(&values) }.joined(separator: " AND ")))"
    case .any(let parts): return "(\(parts.map { $0.sql(&values) }.joined(separator: " OR ")))"
    }
  }
}
