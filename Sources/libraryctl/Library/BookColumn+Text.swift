import Storage

extension BookColumn {
  /// Reads the name of a field as it is typed: `series_number`, `series-number`, `author`.
  /// - Throws: that there is none, with the nearest one.
  static func named(_ text: String) throws(InvalidValue) -> BookColumn {
    let name = String(text.lowercased().map { $0 == "-" ? "_" : $0 })
    if let column = BookColumn(rawValue: name) ?? BookColumn(rawValue: name + "s") {
      return column
    }
    let names = allCases.map(\.name)
    throw InvalidValue(
      reason: "names no field",
      hint: Suggestion.sentence(for: name, among: names)
        ?? "the fields are \(names.joined(separator: ", "))")
  }

  /// The column of a table for people.
  var listingColumn: Listing.Column {
    let isWide: Bool =
      switch self {
      case .title, .subtitle, .authors, .publisher, .series, .subjects, .tags, .notes, .review,
        .identifiers:
        true
      default: false
      }
    let title = name.uppercased().map { $0 == "_" ? " " : $0 }
    return Listing.Column(
      name, title: String(title), isNumeric: kind == .number, isFlexible: isWide)
  }
}
