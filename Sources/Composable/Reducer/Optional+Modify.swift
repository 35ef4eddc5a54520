extension Optional {
  /// Changes the value in place, when there is one.
  /// - Returns: what `body` returns; nil when there is no value.
  @inlinable
  mutating func modify<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    if self == nil { return nil }
    return body(&self!)
  }
}
