/// Statements that are run once, in one line.
extension Connection {
  /// Runs one statement with its values.
  /// - Returns: how many rows it changed; 0 for a statement that changes none.
  @discardableResult
  public func run<each Value: Bindable>(
    _ sql: String, _ values: repeat each Value
  ) throws(StorageError) -> Int {
    let statement = try prepare(sql)
    try statement.bind(repeat each values)
    let before = totalChanges
    try statement.run()
    return totalChanges == before ? 0 : changes
  }

  /// The first row of a query.
  /// - Parameter row: reads the columns.
  /// - Returns: what `row` returned; nil when there is no row.
  public func first<each Value: Bindable, R>(
    _ sql: String, _ values: repeat each Value, row: (Statement) throws -> R
  ) throws -> R? {
    let statement = try prepare(sql)
    try statement.bind(repeat each values)
    return try statement.step() ? try row(statement) : nil
  }

  /// Every row of a query.
  /// - Parameter row: reads the columns.
  /// - Returns: what `row` returned for each, in order. O(rows) memory: use `forEach` for many.
  public func all<each Value: Bindable, R>(
    _ sql: String, _ values: repeat each Value, row: (Statement) throws -> R
  ) throws -> [R] {
    let statement = try prepare(sql)
    try statement.bind(repeat each values)
    var rows: [R] = []
    while try statement.step() { rows.append(try row(statement)) }
    return rows
  }

  /// Calls `row` for every row of a query, without keeping them.
  public func forEach<each Value: Bindable>(
    _ sql: String, _ values: repeat each Value, row: (Statement) throws -> Void
  ) throws {
    let statement = try prepare(sql)
    try statement.bind(repeat each values)
    while try statement.step() { try row(statement) }
  }
}
