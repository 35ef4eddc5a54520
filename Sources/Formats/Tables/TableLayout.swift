import Catalogue

/// How a program lays out the table that it exports.
struct TableLayout: Sendable {
  /// The format's name.
  let name: String
  /// The columns without which it is another format, as they are written.
  let required: [String]
  /// Columns of which at least one is there, as they are written; none: no matter.
  var marks: [String] = []
  /// What each column holds, by its folded name.
  let columns: [String: TableField]
  /// The columns that together say which book a row is, for rows without an id, by folded name.
  var identity: [String] = []
  /// A column of digits, by folded name: a row in which it holds others is a part of another row.
  var numberColumn: String?
  /// A column that every row has, by folded name: a row that ends before it, or has less than half
  /// of the columns, is a part of another row.
  var anchor: String?
  /// Makes fields of what was kept, when the row was read.
  var finish: @Sendable (inout TableRow, inout RowText) -> Void = { _, _ in }

  /// Makes a format of the layout.
  func format(_ summary: String) -> ImportFormat {
    ImportFormat(
      name: name, summary: summary,
      detects: { beginning in
        beginning.header.map { missing(in: $0) == nil } ?? false
      },
      open: { beginning, input in
        guard let header = beginning.header else { throw ImportError.empty }
        if let missing = missing(in: header) {
          throw ImportError.notOfFormat(
            name: name, "its first line has no column “\(missing)”")
        }
        return TableRowReader(self, header: header, input: input)
      })
  }

  private func missing(in header: CSVHeader) -> String? {
    if let missing = header.firstMissing(of: required) { return missing }
    let hasMark = marks.isEmpty || marks.contains { header.firstMissing(of: [$0]) == nil }
    return hasMark ? nil : marks.first
  }
}
