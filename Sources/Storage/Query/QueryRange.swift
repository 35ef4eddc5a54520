/// One end of a range; an open end does not belong to it.
struct QueryBound<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value
  let isOpen: Bool
}

/// The values that a condition allows, from one to another: `1990..1999`, `1990..`, `>=3`.
struct QueryRange<Value: Hashable & Sendable>: Hashable, Sendable {
  let lower: QueryBound<Value>?
  let upper: QueryBound<Value>?

  /// Reads a sign and the text behind it.
  /// - Parameters:
  ///   - name: the field, for messages.
  ///   - like: a condition that is right, for messages.
  ///   - read: reads one value; nil when the text is none.
  init(
    _ name: String, _ comparison: QueryComparison, _ text: String, like example: String,
    _ read: (String) -> Value?
  ) throws(QueryValueError) {
    func bound(_ text: some StringProtocol, isOpen: Bool) throws(QueryValueError) -> QueryBound<
      Value
    > {
      guard let value = read(String(text)) else {
        throw QueryValueError(
          reason: "`\(text)` is no value of \(name)", remedy: "write it like \(example)")
      }
      return QueryBound(value: value, isOpen: isOpen)
    }
    switch comparison {
    case .isMore: (lower, upper) = (try bound(text, isOpen: true), nil)
    case .isAtLeast: (lower, upper) = (try bound(text, isOpen: false), nil)
    case .isLess: (lower, upper) = (nil, try bound(text, isOpen: true))
    case .isAtMost: (lower, upper) = (nil, try bound(text, isOpen: false))
    case .has, .isEqual:
      guard let dots = text.firstRange(of: "..") else {
        let value = try bound(text, isOpen: false)
        (lower, upper) = (value, value)
        return
      }
      let first = text[..<dots.lowerBound]
      let last = text[dots.upperBound...]
      guard !first.isEmpty || !last.isEmpty else {
        throw QueryValueError(
          reason: "the range has no end and no beginning", remedy: "write it like \(example)")
      }
      lower = first.isEmpty ? nil : try bound(first, isOpen: false)
      upper = last.isEmpty ? nil : try bound(last, isOpen: false)
    }
  }

  /// The value, when the range has one only.
  var only: Value? { lower == upper && lower?.isOpen == false ? lower?.value : nil }
}
