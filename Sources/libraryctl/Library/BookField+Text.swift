import Catalogue

extension BookField {
  /// Reads the name of a field as it is typed: `series_number`, `series-number`, `author`.
  /// - Throws: that there is none, with the nearest one.
  static func named(_ text: String) throws(InvalidValue) -> BookField {
    let name = String(text.lowercased().map { $0 == "-" ? "_" : $0 })
    if let column = BookField(named: name) ?? BookField.all.first(where: { $0.shortName == name }) {
      return column
    }
    let names = all.map(\.name)
    throw InvalidValue(
      reason: "names no field",
      hint: Suggestion.sentence(for: name, among: names)
        ?? "the fields are \(names.joined(separator: ", "))")
  }

  /// The column of a table for people.
  var listingColumn: Listing.Column {
    let isWide =
      switch kind {
      case .block, .list, .people, .identifiers: true
      case .text: searchColumn != nil
      default: false
      }
    let title = name.uppercased().map { $0 == "_" ? " " : $0 }
    return Listing.Column(
      name, title: String(title), isNumeric: kind == .count || kind == .rating, isFlexible: isWide)
  }
}
