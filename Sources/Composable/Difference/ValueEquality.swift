/// Whether two values of any type are equal.
enum ValueEquality {
  /// - Returns: nil when their types cannot tell.
  static func areEqual(_ left: Any, _ right: Any) -> Bool? {
    func isEqual<Known: Equatable>(_ known: Known) -> Bool { (right as? Known) == known }
    guard let known = left as? any Equatable else { return nil }
    return isEqual(known)
  }
}
