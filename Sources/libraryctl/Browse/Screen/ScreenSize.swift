/// The size of a screen, in characters.
struct ScreenSize: Hashable {
  let columns: Int
  let rows: Int

  /// - Note: What a terminal says of itself is taken only within reason.
  init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 1000)
    self.rows = min(max(rows, 1), 500)
  }

  /// How many rows a list has between its head and its foot.
  var listHeight: Int { max(1, rows - 3) }
}
