import CSQLite

/// How this program, and whatever libraries are in it, use memory. The libraries change nothing for a
/// whole process, which may be somebody else's.
enum ProcessMemory {
  /// A change of one book, with its indexes and triggers, touches some twenty pages, of which SQLite
  /// keeps the old state until the statement has ended. By itself it writes more than sixteen into a
  /// file, page by page, and that costs more than the change
  /// (https://www.sqlite.org/c3ref/c_config_covering_index_scan.html, SQLITE_CONFIG_STMTJRNL_SPILL).
  /// No more than this: when such a journal becomes a file, 3.40 writes all of it at once, and cannot
  /// write 128 KiB at once (tried: the disk would be full).
  private static let journalBytes: Int32 = 120 * 1024

  /// Sets it; call it before SQLite is used.
  static func prepare() {
    // Where SQLite does not take it, everything works as before, more slowly.
    _ = csqlite_configure_memory(journalBytes)
  }
}
