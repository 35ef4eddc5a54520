import Catalogue

extension QueryCondition {
  /// The condition on a row of `books AS b`, with its values bound.
  func sql(_ values: inout QueryValues) -> String {
    let value = field.column.value
    switch test {
    case .isMissing: return "\(value) IS NULL"
    case .isThere: return "\(value) IS NOT NULL"
    case .has(let words):
      let pattern = values.place(.text(words.pattern))
      return each { "instr(\(FoldingFunctions.words)(\($0)), \(pattern)) > 0" }
    case .equals(let text):
      let place = values.place(.text(text))
      return each { "\(FoldingFunctions.folded)(\($0)) = \(place)" }
    case .isOneOf(let texts):
      let places = texts.map { values.place(.text($0)) }.joined(separator: ", ")
      return each { "\($0) IN (\(places))" }
    case .begins(let digits):
      return "substr(\(value), 1, \(digits.utf8.count)) = \(values.place(.text(digits)))"
    case .whole(let lower, let upper):
      return between(value, lower.map { .whole($0) }, upper.map { .whole($0) }, &values)
    case .decimal(let lower, let upper):
      let number = field.column == .seriesNumber ? "CAST(\(value) AS REAL)" : value
      let ends = between(
        number, lower.map { .decimal($0.value) }, upper.map { .decimal($0.value) }, &values,
        isOpen: (lower?.isOpen ?? false, upper?.isOpen ?? false))
      // A text without digits would be 0.
      // mutant text-without-digits:
      //   `field.column == .seriesNumber ? "(\(value) GLOB`
      //   -> `values.all.isEmpty ? "(\(value) GLOB` (BookQueryTests)
      return field.column == .seriesNumber ? "(\(value) GLOB '[0-9]*' AND \(ends))" : ends
    case .text(let lower, let upper):
      let lower = lower.map { values.place(.text($0)) }
      let upper = upper.map { values.place(.text($0)) }
      return each { element in
        let ends = [lower.map { "\(element) >= \($0)" }, upper.map { "\(element) <= \($0)" }]
        return "(\(ends.compactMap { $0 }.joined(separator: " AND ")))"
      }
    case .isbn(let isbn): return "\(value) = \(values.place(.text(isbn.description)))"
    case .number(let number): return "\(value) = \(values.place(.whole(number)))"
    }
  }

  private func between(
    _ value: String, _ lower: QueryValues.Value?, _ upper: QueryValues.Value?,
    _ values: inout QueryValues, isOpen: (Bool, Bool) = (false, false)
  ) -> String {
    var ends: [String] = []
    if let lower { ends.append("\(value) \(isOpen.0 ? ">" : ">=") \(values.place(lower))") }
    if let upper { ends.append("\(value) \(isOpen.1 ? "<" : "<=") \(values.place(upper))") }
    return "(\(ends.joined(separator: " AND ")))"
  }

  /// The condition on the field itself, or that one of its elements meets it.
  private func each(_ condition: (String) -> String) -> String {
    let value = field.column.value
    switch field.column.storage {
    case .text, .number: return condition(value)
    case .list, .object:
      // A row that was written past the schema's rules has no elements.
      return """
        EXISTS (SELECT 1 FROM json_each(iif(json_valid(\(value)), \(value), '[]')) AS e \
        WHERE \(condition("e.value")))
        """
    }
  }
}
