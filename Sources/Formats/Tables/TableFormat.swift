import Catalogue

extension ImportFormat {
  /// Separated values under the names that the tool itself uses: `isbn,title,authors,…`, with others
  /// that people write (`author`, `year`, `Titel`). In a list field `;` separates.
  ///
  /// At least half of the columns must have such a name: the export of another program has its own
  /// rules, and is not to be read by these.
  public static let table = GenericTable.format(columns: [:])

  /// A table whose columns are named by hand.
  /// - Parameter columns: by the column's name in the file, the field that it holds; other columns
  ///   are read as in `table`. The fields are `mappableFields`.
  /// - Returns: a format that reads any table that has these columns.
  public static func table(columns: [String: String]) -> ImportFormat {
    GenericTable.format(columns: columns)
  }

  /// The fields that a column can be named to hold, and `other` for a column that is none of these.
  public static var mappableFields: [String] { GenericTable.fields.keys.sorted() }
}

enum GenericTable {
  fileprivate static func format(columns: [String: String]) -> ImportFormat {
    ImportFormat(
      name: "csv", summary: "a table with a header such as isbn,title,authors",
      detects: { beginning in
        guard let header = beginning.header else { return false }
        return missing(in: header, columns, isNamed: !columns.isEmpty) == nil
      },
      open: { beginning, input in
        guard let header = beginning.header else { throw ImportError.empty }
        if let missing = missing(in: header, columns, isNamed: true) {
          throw ImportError.notOfFormat(name: "csv", missing)
        }
        return TableRowReader(layout(columns), header: header, input: input)
      })
  }

  fileprivate static let fields: [String: TableField] = {
    var fields: [String: TableField] = [
      "isbn": .isbn, "year": .year, "id": .id, "added_at": .addedAt, "other": .other,
      "author": .names(.semicolon),
    ]
    for field in BookField.sayable { fields[field.name] = column(of: field) }
    return fields
  }()

  private static func column(of field: BookField) -> TableField {
    switch field.kind {
    case _ where field == .title: .title
    case _ where field == .tags: .words(field.name)
    case .people: .names(.semicolon)
    case .list: .list(field.name, ";")
    case .block: .block(field.name)
    case .count: .count(field.name)
    case .rating: .rating(best: 5)
    case .day: .date(field.name)
    case .days: .dates(field.name)
    case .language: .language
    case .identifiers: .object(field.name)
    case .text, .date, .seriesNumber, .contributors, .isbn, .instant, .key, .sync:
      .text(field.name)
    }
  }

  /// The field for which people and programs write a name, however they space it: `pageCount`.
  static func field(named name: String) -> String? { names[bare(name)] }

  /// Whether a row names columns as people do: a title or a number among them, and half of them known.
  static func isHeader(_ names: [String]) -> Bool {
    let fields = names.filter { !$0.isEmpty }.map { known[FoldedText.fold($0)] }
    let hasBook = fields.contains { $0 == .title || $0 == .isbn }
    return hasBook && fields.count > 1 && fields.count { $0 != nil } * 2 >= fields.count
  }

  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for (field, others) in TableNames.synonyms {
      for name in others { names[bare(name)] = field }
    }
    for field in fields.keys { names[bare(field)] = field }
    return names
  }()

  private static func bare(_ name: String) -> String {
    FoldedText.fold(name).filter { $0 != " " && $0 != "_" && $0 != "-" }
  }

  /// What this library says of a row itself.
  private static let own = BookField.all.filter { !$0.isSayable && fields[$0.name] == nil }
    .map(\.name)

  private static let known: [String: TableField] = {
    var columns = fields
    columns["other"] = nil
    for (field, names) in TableNames.synonyms {
      for name in names { columns[FoldedText.fold(name)] = fields[field] }
    }
    for (name, field) in TableNames.others { columns[FoldedText.fold(name)] = field }
    for name in own { columns[name] = .own }
    return columns
  }()

  private static func layout(_ named: [String: String]) -> TableLayout {
    var columns = known
    for field in Set(named.values) {
      // A column that was named by hand holds the field alone; an ISBN may stand in several.
      guard field != "isbn", field != "other" else { continue }
      for name in [field] + (TableNames.synonyms[field] ?? []) {
        columns[FoldedText.fold(name)] = .other
      }
    }
    if !Set(named.values).isDisjoint(with: ["author", "authors"]) {
      for name in ["author", "authors"] + (TableNames.synonyms["author"] ?? []) {
        columns[FoldedText.fold(name)] = .other
      }
    }
    for (column, field) in named { columns[FoldedText.fold(column)] = fields[field] }
    return TableLayout(
      name: "csv", required: [], columns: columns, finish: { row, _ in TableNames.takeParts(&row) })
  }

  private static func missing(
    in header: CSVHeader, _ named: [String: String], isNamed: Bool
  ) -> String? {
    if let column = header.firstMissing(of: named.keys.sorted()) {
      return "its first line has no column “\(column)”, only "
        + header.names.map { "“\($0)”" }.joined(separator: ", ")
    }
    guard header.names.count > 1 || isNamed else { return "it has one column" }
    let columns = layout(named).columns
    let hasBook = header.keys.contains {
      switch columns[$0] {
      case .isbn?, .title?: true
      default: false
      }
    }
    guard hasBook else {
      return "its first line has no column “title” or “isbn”; "
        + "say which columns hold them with --map COLUMN=FIELD"
    }
    let count = header.keys.count { columns[$0] != nil }
    return isNamed || count * 2 >= header.keys.count ? nil : "most of its columns have other names"
  }
}
