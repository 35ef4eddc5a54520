import Migrations

/// What a program may do with a database.
public enum DatabaseAccess: Hashable, Sendable {
  case reading
  /// - `create`: makes the database when none is there.
  case writing(create: Bool)
}

/// Settings of a database that is opened.
public struct DatabaseOptions: Sendable {
  /// How long a write waits for another program's.
  public var patience: Duration = .seconds(5)
  /// How many pages the log may hold before it is moved into the database.
  public var checkpointPages = 1000
  var migrations = Migrations.all
  /// Stands in for the system's answer in tests.
  var fileSystem: FileSystem?

  public init() {}

  public init(patience: Duration) { self.patience = patience }
}
