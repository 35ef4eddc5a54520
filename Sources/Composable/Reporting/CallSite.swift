/// The place in the source of a caller, for reports.
public struct CallSite: Hashable, Sendable {
  private let file: StaticString
  private let path: StaticString
  public let line: Int
  public let column: Int

  @inlinable
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(file: fileID, path: filePath, line: Int(line), column: Int(column))
  }

  @usableFromInline
  init(file: StaticString, path: StaticString, line: Int, column: Int) {
    self.file = file
    self.path = path
    self.line = line
    self.column = column
  }

  /// The file, as `Module/File.swift`.
  public var fileID: String { file.description }

  public var filePath: String { path.description }

  public static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column && left.filePath == right.filePath
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(filePath)
  }

  /// The file's name and the line.
  package var shortName: String {
    "\(fileID.split(separator: "/").last ?? "?"):\(line)"
  }
}
