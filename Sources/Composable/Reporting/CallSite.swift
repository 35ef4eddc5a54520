/// The place in the source of a caller, for reports.
public struct CallSite: Hashable, Sendable {
  /// The file, as `Module/File.swift`.
  public let fileID: String
  public let filePath: String
  public let line: Int
  public let column: Int

  public init(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    self.fileID = fileID.description
    self.filePath = filePath.description
    self.line = Int(line)
    self.column = Int(column)
  }

  /// The file's name and the line.
  package var shortName: String {
    "\(fileID.split(separator: "/").last ?? "?"):\(line)"
  }
}
