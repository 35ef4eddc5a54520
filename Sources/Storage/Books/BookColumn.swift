/// A column of a book by the name that people and scripts use: the names of `list --json`, in order.
public enum BookColumn: String, Hashable, Sendable, CaseIterable {
  case number, id, account, isbn, title, subtitle, authors, publisher, published, year, language
  case pages, series
  case seriesNumber = "series_number"
  case subjects, tags, rating, shelf, notes
  case startedAt = "started_at"
  case readAt = "read_at"
  case review, copies, location, binding, identifiers
  case addedAt = "added_at"
  case editedAt = "edited_at"
  case fetchedAt = "fetched_at"
  case source
  case sourceKey = "source_key"
  case sync

  /// The name: `series_number`.
  public var name: String { rawValue }

  /// What kind of value the column holds.
  public enum Kind: Hashable, Sendable {
    case text
    case number
    /// A JSON array of texts.
    case list
    /// A JSON object of texts.
    case object
  }

  public var kind: Kind {
    switch self {
    case .number, .year, .pages, .rating, .copies: .number
    case .authors, .subjects, .tags, .readAt: .list
    case .identifiers: .object
    default: .text
    }
  }

  /// The columns of a line for people.
  public static let table: [BookColumn] = [.number, .isbn, .title, .authors, .year, .sync]
}

/// SQL over a row of `books AS b`. Names only: no value of a caller is ever part of the text.
extension BookColumn {
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
    switch kind {
    // A row that was written past the schema's rules must not end the listing of all others.
    case .list, .object: "iif(json_valid(\(value)), json(\(value)), json_quote(\(value)))"
    case .text, .number: value
    }
  }

  /// The value as text for a line of a table; a list is joined by `; `.
  var text: String {
    switch kind {
    case .list:
      "CASE iif(json_valid(\(value)), json_array_length(\(value)), -1)"
        + " WHEN -1 THEN \(value) WHEN 1 THEN \(value) ->> 0 ELSE"
        + " (SELECT group_concat(j.value, '; ') FROM json_each(\(value)) AS j) END"
    case .text, .number, .object: value
    }
  }

  /// One `json_object` of the columns, in the order given. SQLite takes 127 arguments, two a column
  /// (https://www.sqlite.org/limits.html#max_function_arg), and there are 32 columns.
  static func object(_ columns: [BookColumn]) -> String {
    "json_object(" + columns.map { "'\($0.name)', \($0.json)" }.joined(separator: ", ") + ")"
  }
}
