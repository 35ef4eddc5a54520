extension Array {
  /// A shorter sequence that fails as well: parts are left out, ever smaller ones, as long as the
  /// rest still fails.
  /// - Parameters:
  ///   - budget: how many elements may be tried again in all.
  ///   - stillFails: whether a sequence fails.
  public func shrunk(
    budget: Int, while stillFails: ([Element]) async throws -> Bool
  ) async rethrows -> [Element] {
    var shortest = self
    var spent = 0
    var size = count / 2
    while size > 0 {
      var start = 0
      while start < shortest.count {
        let end = Swift.min(start + size, shortest.count)
        let candidate = Array(shortest[..<start] + shortest[end...])
        spent += candidate.count
        if spent > budget { return shortest }
        if try await stillFails(candidate) { shortest = candidate } else { start = end }
      }
      size /= 2
    }
    return shortest
  }
}
