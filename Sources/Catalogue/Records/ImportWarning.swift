/// Something in a row that was read with doubt; the row itself is kept.
public struct ImportWarning: Hashable, Sendable {
  public let line: Int
  /// The name of the column in its file, if the trouble is in one cell.
  public let column: String?
  /// What is the matter and what became of it, in one sentence without a full stop.
  public let reason: String

  public init(line: Int, column: String?, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }
}
