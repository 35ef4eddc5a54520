public import Composable

/// Saves a shared value as a setting of a library's database, as text that a person can read and
/// change there.
///
/// ```swift
/// @Shared(.setting("sort", in: database)) var sort = BookSort.title
/// ```
public struct SettingKey<Value: LosslessStringConvertible & Equatable & Sendable>: SharedKey {
  private let name: String
  private let database: Database

  /// - Parameters:
  ///   - name: the setting; any but those of the schema's own counters.
  ///   - database: opened for writing.
  public init(_ name: String, in database: Database) {
    self.name = name
    self.database = database
  }

  public var id: String { "setting \(name) in \(database.path)" }

  public var medium: DatabaseMedium { DatabaseMedium(database) }

  /// Reads the setting.
  /// - Returns: nil when there is none.
  /// - Throws: a `StorageError`; one of its kinds says that the text is no such value.
  public func load() throws -> Value? {
    let text = try database.readAndWait { try Settings.value(name, on: $0) }
    guard let text else { return nil }
    guard let value = Value(text) else {
      throw StorageError(
        .misuse, "cannot read the setting `\(name)`", at: database.path,
        because: "`\(text)` is no \(Value.self)",
        remedy: "set it to a value that is one, or delete it from the table settings")
    }
    return value
  }

  /// - Throws: a `StorageError` when the transaction cannot go on.
  public func save(_ value: Value, in connection: Connection) throws {
    try Settings.set(value.description, for: name, on: connection)
  }
}

extension SharedKey {
  /// A setting of a library.
  public static func setting<Saved>(_ name: String, in database: Database) -> Self
  where Self == SettingKey<Saved> {
    SettingKey(name, in: database)
  }
}
