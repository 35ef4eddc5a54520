import Formats

/// A column of a table and the field that it holds, as `--map COLUMN=FIELD` names them.
struct ColumnField {
  let column: String
  let field: String

  /// Reads `COLUMN=FIELD`; the name of a column may hold a `=` itself.
  init(_ text: String) throws(InvalidValue) {
    guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
      throw InvalidValue(
        reason: "is not COLUMN=FIELD", hint: "for example --map \"Name of the book=title\"")
    }
    column = String(text[..<equals])
    field = String(text[text.index(after: equals)...])
    let fields = ImportFormat.mappableFields
    guard fields.contains(field) else {
      throw InvalidValue(
        reason: "names no field: “\(field)”",
        hint: Suggestion.sentence(for: field, among: fields)
          ?? "the fields are \(fields.joined(separator: ", "))")
    }
  }
}
