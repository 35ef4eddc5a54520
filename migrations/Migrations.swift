/// The SQL files of this folder, in the order in which they are applied.
public enum Migrations {
  /// One numbered step of the schema.
  public struct Migration: Sendable {
    /// The file's name without its ending, for example `0001_create_the_catalogue`.
    public let name: String
    /// The SQL text, UTF-8.
    public let sql: String

    public init(name: String, sql: String) {
      self.name = name
      self.sql = sql
    }
  }

  /// Every migration; its position plus one is the schema's `user_version`.
  public static var all: [Migration] {
    [
      Migration(
        name: "0001_create_the_catalogue",
        sql: String(decoding: PackageResources._001_create_the_catalogue_sql, as: UTF8.self)),
      Migration(
        name: "0002_create_the_view",
        sql: String(decoding: PackageResources._002_create_the_view_sql, as: UTF8.self)),
      Migration(
        name: "0003_remember_the_last_ticket",
        sql: String(
          decoding: PackageResources._003_remember_the_last_ticket_sql, as: UTF8.self)),
      Migration(
        name: "0004_forget_validators",
        sql: String(decoding: PackageResources._004_forget_validators_sql, as: UTF8.self)),
      Migration(
        name: "0005_name_sources_freely",
        sql: String(decoding: PackageResources._005_name_sources_freely_sql, as: UTF8.self)),
      Migration(
        name: "0006_check_rows_quickly",
        sql: String(decoding: PackageResources._006_check_rows_quickly_sql, as: UTF8.self)),
    ]
  }
}
