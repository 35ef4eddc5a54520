/// Why a row gives no book; the rows after it are read all the same.
public struct RowFailure: Error, Hashable, Sendable {
  /// The line of the trouble, from 1.
  public let line: Int
  /// The name of the column in its file, if the trouble is in one cell.
  public let column: String?
  /// What is the matter and the way out, in one sentence without a full stop.
  public let reason: String
  /// The row as it stands in the file, cut when it is very long.
  public let text: String

  public init(line: Int, column: String?, reason: String, text: String) {
    self.line = line
    self.column = column
    self.reason = reason
    self.text = text
  }
}

extension RowFailure: CustomStringConvertible {
  public var description: String {
    "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": " + reason
  }
}
