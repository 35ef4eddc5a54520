/// How books are written.
public struct ExportSettings: Hashable, Sendable {
  /// Whether cells that a spreadsheet would take for a formula are made text.
  public var isSpreadsheetSafe: Bool
  /// What a page calls itself.
  public var title: String

  public init(isSpreadsheetSafe: Bool = false, title: String = "Library") {
    self.isSpreadsheetSafe = isSpreadsheetSafe
    self.title = title
  }
}
