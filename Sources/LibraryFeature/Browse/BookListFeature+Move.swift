extension BookListFeature.Move {
  /// Where one is after it in a short list, all of which is there.
  /// - Parameters:
  ///   - place: where one was.
  ///   - count: how many there are.
  ///   - page: how many are a page.
  /// - Returns: a place of the list; 0 in an empty one.
  func place(from place: Int, of count: Int, page: Int) -> Int {
    let last = max(0, count - 1)
    let next =
      switch self {
      case .up: place - 1
      case .down: place + 1
      case .pageUp: place - page
      case .pageDown: place + page
      case .home: 0
      case .end: last
      }
    return min(max(next, 0), last)
  }
}
