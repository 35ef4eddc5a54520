/// A kind of file from which books are read. A new kind is one file that makes such a value, and a
/// place in `all`.
public struct ImportFormat: Sendable {
  /// The name by which people ask for it: `goodreads`.
  public let name: String
  /// What such a file is, in a few words.
  public let summary: String
  /// Says whether a file with this beginning is of the format.
  let detects: @Sendable (FileBeginning) -> Bool
  /// Begins to read a file.
  let open: @Sendable (FileBeginning, ByteInput) throws -> any RowReader

  /// All formats, in the order in which they are tried.
  public static let all: [ImportFormat] = [
    .marc,
    .marcXML,
    .bibtex,
    .ris,
    .goodreads,
    .storyGraph,
    .libraryThing,
    .calibre,
    .bookWyrm,
    .readingLog,
    .libraryThingJSON,
    .calibreJSON,
    .openLibrary,
    .cslJSON,
    .json,
    .jsonLines,
    .table,
    .isbnList,
    .isbnText,
  ]

  /// The format with a name; nil when there is none.
  public static func named(_ name: String) -> ImportFormat? {
    all.first { $0.name == name }
  }
}
