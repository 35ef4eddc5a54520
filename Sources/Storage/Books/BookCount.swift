/// How many books there are.
public enum BookCount {
  /// All books of all accounts, those in the trash, too.
  /// - Parameter connection: a connection in a transaction.
  public static func all(on connection: Connection) throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM books"))
  }
}
