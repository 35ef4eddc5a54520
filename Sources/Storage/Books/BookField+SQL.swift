import Catalogue

/// SQL over a row of `books AS b`. Names only: no value of a caller is ever part of the text.
extension BookField {
  /// How SQL holds the value.
  enum Storage: Hashable {
    case text
    case number
    /// A JSON array of texts.
    case list
    /// A JSON object of texts.
    case object
  }

  var storage: Storage {
    switch kind {
    case .count, .rating: .number
    case .list, .people, .contributors, .days: .list
    case .identifiers: .object
    case .text, .block, .day, .date, .language, .seriesNumber, .isbn, .instant, .key, .sync: .text
    }
  }

  /// The plain value; lists and objects as JSON text.
  var value: String {
    switch self {
    case .account: "(SELECT a.name FROM accounts AS a WHERE a.id = b.account)"
    case .source:
      "(SELECT a.source FROM accounts AS a WHERE a.id = b.account AND b.fetched_at IS NOT NULL)"
    case .sync:
      // As in the view `catalogue`.
      """
      iif(EXISTS (SELECT 1 FROM tickets AS t WHERE t.number = b.number \
      AND strftime('%Y-%m-%dT%H:%M:%fZ', 'now') >= t.issued_at \
      AND strftime('%Y-%m-%dT%H:%M:%fZ', 'now') < t.expires_at), 'in-flight', b.sync_state)
      """
    default: "b.\(name)"
    }
  }

  /// The value as an argument of `json_object`.
  var json: String {
    switch storage {
    // A row that was written past the schema's rules must not end the listing of all others.
    // mutant one-bad-row-hides-no-other:
    //   `iif(json_valid(\(value)), json(\(value)), json_quote(\(value)))`
    //   -> `json(\(value))` (HostileRowTests)
    case .list, .object: "iif(json_valid(\(value)), json(\(value)), json_quote(\(value)))"
    case .text, .number: value
    }
  }

  /// The value as text for a line of a table; a list is joined by `; `.
  var text: String {
    switch storage {
    case .list:
      "CASE iif(json_valid(\(value)), json_array_length(\(value)), -1)"
        + " WHEN -1 THEN \(value) WHEN 1 THEN \(value) ->> 0 ELSE"
        + " (SELECT group_concat(j.value, '; ') FROM json_each(\(value)) AS j) END"
    case .text, .number, .object: value
    }
  }

  /// One `json_object` of the fields, in the order given. SQLite takes 127 arguments, two a column
  /// (https://www.sqlite.org/limits.html#max_function_arg), and there are 32 fields.
  static func object(_ fields: [BookField]) -> String {
    "json_object(" + fields.map { "'\($0.name)', \($0.json)" }.joined(separator: ", ") + ")"
  }
}
