public import Catalogue

/// Everything about one book: what is shown, and of each field who said it.
public struct BookOverview: Hashable, Sendable {
  /// A column with its value.
  public struct Field: Hashable, Sendable {
    public let column: BookField
    /// What is shown.
    public let value: JSONValue
    /// Who said what is shown; nil for columns of which no origin says anything, and where nobody
    /// did. Identifiers are merged by kind; the first origin that gives any is named.
    public let origin: BookOrigin?
    /// What each origin says, hidden values too.
    public let said: [BookOrigin: JSONValue]
  }

  /// The book as `list --json` has it, then `said_by` (columns with their origins), `typed`,
  /// `fetched` and `imported`.
  public let json: String
  /// The columns in order.
  public let fields: [Field]

  /// Reads books.
  /// - Parameters:
  ///   - numbers: the books; those that are not there are left out, those in the trash are not.
  ///   - account: the account that they belong to.
  ///   - connection: a connection in a transaction.
  public static func read(
    _ numbers: some Sequence<BookNumber>, in account: AccountID, on connection: Connection
  ) throws -> [BookOverview] {
    var overviews: [BookOverview] = []
    try BookRows.forEach(numbers, select: object, in: account, on: connection) { row in
      overviews.append(try BookOverview(json: row.text(0), path: connection.path))
    }
    return overviews
  }

  private init(json: String, path: String) throws {
    guard case .object(let members) = try JSONValue(json: json) else {
      throw StorageError(
        .corrupt, "a book cannot be read", at: path, because: "it is no JSON object",
        remedy: "run `db check`")
    }
    self.json = json
    fields = BookField.all.map { column in
      var said: [BookOrigin: JSONValue] = [:]
      var origin: BookOrigin?
      if column.isSayable {
        for source in BookOrigin.allCases {
          guard case .object(let values)? = members[source.rawValue] else { continue }
          if let value = values[column.name], value != .null { said[source] = value }
        }
        if case .object(let origins)? = members["said_by"],
          case .string(let name)? = origins[column.name]
        {
          origin = BookOrigin(rawValue: name)
        }
      }
      return Field(
        column: column, value: members[column.name] ?? .null, origin: origin, said: said)
    }
  }

  /// The object's arguments are fewer than the 127 that a function takes.
  private static let object: String = {
    let columns = BookField.object(BookField.all).dropLast()
    let origins = BookField.sayable.map { "'\($0.name)', \(origin($0))" }
    return """
      \(columns), 'said_by', json_object(\(origins.joined(separator: ", "))), \
      'typed', json(b.typed), 'fetched', json(b.fetched), 'imported', json(b.imported))
      """
  }()

  private static func origin(_ column: BookField) -> String {
    func says(_ origin: BookOrigin, _ column: BookField) -> String {
      "b.\(origin) ->> '$.\(column.name)' IS NOT NULL"
    }
    // The number belongs to the series that is shown, unless another was typed.
    if column == .seriesNumber {
      return """
        CASE WHEN b.series_number IS NULL AND NOT \(says(.typed, column)) THEN NULL
        WHEN \(says(.typed, column)) THEN 'typed'
        WHEN \(says(.fetched, .series)) THEN 'fetched' ELSE 'imported' END
        """
    }
    return """
      CASE WHEN \(says(.typed, column)) THEN 'typed' WHEN \(says(.fetched, column)) THEN 'fetched'
      WHEN \(says(.imported, column)) THEN 'imported' END
      """
  }
}
