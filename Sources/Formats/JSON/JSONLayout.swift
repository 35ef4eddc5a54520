import Catalogue

/// How a program lays out the JSON that it exports.
struct JSONLayout: Sendable {
  /// The format's name.
  let name: String
  /// Whether one object holds the records as its members.
  var hasMembers = false
  /// What stands around the records of a list.
  var isList = true
  /// Says whether a file that begins so is of the format.
  let detects: @Sendable (JSONBeginning) -> Bool
  /// Takes a record's members over.
  /// - Returns: why the record is no book; nil when it is one.
  let take: @Sendable (JSONRow, inout TableRow, inout RowText) -> String?

  /// Makes a format of the layout.
  func format(_ summary: String) -> ImportFormat {
    ImportFormat(
      name: name, summary: summary,
      detects: { beginning in beginning.json.map(detects) ?? false },
      open: { beginning, input in
        guard let json = beginning.json else {
          throw ImportError.notOfFormat(name: name, "it does not begin with { or [")
        }
        return JSONRowReader(
          self, isList: json.isList, hasMembers: hasMembers && !json.isList, path: json.path,
          input: input)
      })
  }
}
