/// What stands around the rows of a file, so that some of them make a file of the same format.
public struct FileFrame: Hashable, Sendable {
  /// What stands before the first row, the header of a table for instance.
  public var beginning: [UInt8]
  /// What stands between two rows.
  public var separator: [UInt8]
  /// What stands behind the last row.
  public var end: [UInt8]

  public init(beginning: [UInt8] = [], separator: [UInt8] = [0x0A], end: [UInt8] = [0x0A]) {
    self.beginning = beginning
    self.separator = separator
    self.end = end
  }
}
