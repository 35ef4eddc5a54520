/// A kind of file into which books are written. A new kind is one file that makes such a value, and a
/// place in `all`.
public struct ExportFormat: Sendable {
  /// The name by which people ask for it: `csv`.
  public let name: String
  /// What such a file is, in a few words.
  public let summary: String
  /// Begins a file.
  let open: @Sendable (ExportSettings) -> any BookWriter

  /// All formats, in the order in which they are listed.
  public static let all: [ExportFormat] = [
    .csv, .json, .jsonLines, .bibtex, .ris, .cslJSON, .marcXML, .html,
  ]

  /// The format with a name; nil when there is none.
  public static func named(_ name: String) -> ExportFormat? {
    all.first { $0.name == name }
  }
}
