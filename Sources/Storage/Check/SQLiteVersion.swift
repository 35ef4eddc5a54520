/// Facts that depend on SQLite's version.
enum SQLiteVersion {
  /// Whether a checkpoint beside a commit can lose commits (https://www.sqlite.org/wal.html, "the
  /// WAL-reset bug"): 3.7.0 to 3.51.2, but for the lines in which it was mended.
  /// - Parameter number: as `sqlite3_libversion_number` gives it, 3040001 for 3.40.1.
  static func hasWALResetBug(_ number: Int) -> Bool {
    switch number {
    case 3_044_006..<3_045_000, 3_050_007..<3_051_000: false
    default: number >= 3_007_000 && number <= 3_051_002
    }
  }
}
