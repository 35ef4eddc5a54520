/// Values that are kept by name.
public enum Settings {
  /// Names that the schema uses for itself.
  private static let reserved: Set<String> = [
    "last_epoch", "indexed_through", "running_change_set",
  ]

  /// The value of a name; nil when none is kept.
  public static func value(_ name: String, on connection: Connection) throws -> String? {
    try connection.first("SELECT value FROM settings WHERE key = ?", name) { $0.optionalText(0) }
      ?? nil
  }

  /// Keeps a value in the place of the one before.
  /// - Parameters:
  ///   - value: nil takes the name away.
  ///   - name: any name but those of the schema's own counters.
  ///   - connection: a connection in a write transaction.
  public static func set(
    _ value: String?, for name: String, on connection: Connection
  ) throws(StorageError) {
    guard !reserved.contains(name) else {
      throw StorageError(
        .misuse, "the setting `\(name)` cannot be set", at: connection.path,
        because: "the schema keeps it", remedy: "choose another name")
    }
    if let value {
      try connection.run(
        """
        INSERT INTO settings (key, value) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """, name, value)
    } else {
      try connection.run("DELETE FROM settings WHERE key = ?", name)
    }
  }
}
