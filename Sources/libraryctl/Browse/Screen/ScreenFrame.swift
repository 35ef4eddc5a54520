/// What a screen shows: as many lines as it has, and the cursor where something is typed.
struct ScreenFrame: Hashable {
  struct Place: Hashable {
    let row: Int
    let column: Int
  }

  let size: ScreenSize
  private(set) var lines: [ScreenLine]
  var cursor: Place?

  /// - Parameter lines: what does not fit is left out, what is missing is empty.
  init(_ lines: [ScreenLine], size: ScreenSize, cursor: Place? = nil) {
    self.size = size
    self.lines = Array(lines.prefix(size.rows))
    self.cursor = cursor
    while self.lines.count < size.rows { self.lines.append(ScreenLine(width: size.columns)) }
  }
}
