public import Composable

/// A library's database, as the place where shared values are saved: what one action changes is one
/// transaction, whether books or settings.
public struct DatabaseMedium: SaveMedium {
  private let database: Database

  /// - Parameter database: opened for writing.
  public init(_ database: Database) { self.database = database }

  public var id: String { "database \(database.path)" }

  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await database.write(body)
  }
}
