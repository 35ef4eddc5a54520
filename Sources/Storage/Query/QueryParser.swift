import Catalogue

/// Reads a query from its text, one character after the other.
struct QueryParser {
  /// More conditions than anybody types; SQLite limits how deep an expression is.
  private static let mostConditions = 500
  private static let deepest = 50

  private let text: String
  private let characters: [Character]
  /// The positions of brackets that stand around a group.
  private let brackets: Set<Int>
  private var position = 0
  private var depth = 0
  private var conditions = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text)
    brackets = QueryBrackets.pairs(in: characters)
  }

  mutating func parse() throws(BookQueryError) -> QueryExpression? {
    try alternatives()
  }

  /// `a b OR c`
  private mutating func alternatives() throws(BookQueryError) -> QueryExpression? {
    var sides: [QueryExpression] = []
    var operatorRange: Range<Int>?
    while true {
      let begin = position
      if let side = try conjunction() { sides.append(side) }
      let isEmpty = characters[begin..<position].allSatisfy(\.isWhitespace)
      let next = keyword("OR")
      if isEmpty, let range = next ?? operatorRange {
        throw error(range, "OR needs something on both sides", "put words into quotes: \"or\"")
      }
      guard let next else { break }
      operatorRange = next
    }
    return sides.count > 1 ? .any(sides) : sides.first
  }

  /// `a b AND -c`
  private mutating func conjunction() throws(BookQueryError) -> QueryExpression? {
    var parts: [QueryExpression] = []
    // A word that was typed twice asks for nothing new.
    var seen: Set<QueryExpression> = []
    while true {
      let start = position
      if keyword("AND") != nil { continue }
      skipSpace()
      guard position < characters.count, !isClosing(position) else { break }
      if isKeyword("OR") {
        position = start
        break
      }
      if let part = try term(), seen.insert(part).inserted { parts.append(part) }
    }
    return parts.count > 1 ? .all(parts) : parts.first
  }

  private mutating func term() throws(BookQueryError) -> QueryExpression? {
    if characters[position] == "-", position + 1 < characters.count,
      !characters[position + 1].isWhitespace, characters[position + 1] != "-"
    {
      position += 1
      return try term().map { .not($0) }
    }
    if characters[position] == "(", brackets.contains(position) {
      guard depth < Self.deepest else {
        throw error(
          position..<position + 1, "brackets are too deep in each other", "take some of them away")
      }
      depth += 1
      position += 1
      let inner = try alternatives()
      skipSpace()
      if position < characters.count, isClosing(position) { position += 1 }
      depth -= 1
      return inner
    }
    if let phrase = quotation() {
      let isBegun = skip("*")
      return QueryWords(phrase, mayGoOn: isBegun).map { .words($0, nil) }
    }
    if let field = try fieldTerm() { return field }
    let word = self.word()
    return QueryWords(word, mayGoOn: word.hasSuffix("*") || isAtEnd).map {
      .words($0, BookQuery.isbn(word))
    }
  }

  /// `title:dune`, `pages>=300`
  private mutating func fieldTerm() throws(BookQueryError) -> QueryExpression? {
    var end = position
    while end < characters.count, characters[end].isASCII,
      characters[end].isLetter || characters[end] == "_"
    {
      end += 1
    }
    guard end > position, end < characters.count,
      let comparison = QueryComparison(characters[end...])
    else { return nil }
    let start = position
    let value = end + comparison.length
    // `Wars: A New Hope` is text.
    guard value < characters.count, !characters[value].isWhitespace, !isClosing(value) else {
      return nil
    }
    let name = String(characters[position..<end])
    guard let field = QueryField(name) else {
      // `E=mc2`, a web address, a smiley.
      let first = characters[value]
      guard comparison == .has, first.isLetter || first.isNumber || first == "\"" else {
        return nil
      }
      throw error(
        start..<end, "there is no field `\(name)`",
        "the fields are \(QueryField.names); text with such a sign goes into quotes")
    }
    position = value
    let phrase = quotation()
    let isQuoted = phrase != nil
    let isBegun = isQuoted && skip("*")
    let text = phrase ?? word()
    conditions += 1
    let range = start..<position
    guard conditions <= Self.mostConditions else {
      throw error(
        range, "there are more than \(Self.mostConditions) conditions", "ask in several queries")
    }
    let given = QueryValue(
      text: text, isQuoted: isQuoted,
      mayGoOn: isBegun || !isQuoted && (text.hasSuffix("*") || isAtEnd))
    do throws(QueryValueError) {
      return .field(try QueryCondition(field, comparison, given))
    } catch {
      throw self.error(range, error.reason, error.remedy)
    }
  }

  /// A text between quotes; nil when there is no quote here, or none that ends it.
  private mutating func quotation() -> String? {
    guard position < characters.count, characters[position] == "\"",
      let end = characters[(position + 1)...].firstIndex(of: "\"")
    else { return nil }
    let text = String(characters[position + 1..<end])
    position = end + 1
    return text
  }

  private mutating func word() -> String {
    let start = position
    while position < characters.count, !characters[position].isWhitespace, !isClosing(position) {
      position += 1
    }
    return String(characters[start..<position])
  }

  private func isClosing(_ position: Int) -> Bool {
    depth > 0 && characters[position] == ")" && brackets.contains(position)
  }

  private var isAtEnd: Bool { position == characters.count }

  private mutating func skipSpace() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard position < characters.count, characters[position] == character else { return false }
    position += 1
    return true
  }

  private func isKeyword(_ word: String) -> Bool {
    let end = position + word.count
    guard end <= characters.count, characters[position..<end].elementsEqual(word) else {
      return false
    }
    return end == characters.count || characters[end].isWhitespace || isClosing(end)
  }

  /// Goes behind a keyword; leaves the place as it is when another word is there.
  private mutating func keyword(_ word: String) -> Range<Int>? {
    let start = position
    skipSpace()
    guard isKeyword(word) else {
      position = start
      return nil
    }
    let range = position..<position + word.count
    position = range.upperBound
    return range
  }

  private func error(_ range: Range<Int>, _ reason: String, _ remedy: String) -> BookQueryError {
    BookQueryError(query: text, range: range, reason: reason, remedy: remedy)
  }
}
