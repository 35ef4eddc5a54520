import CSQLite

/// Prepared statements that are not in use, by their text; the one that rested longest goes first.
struct StatementCache {
  private struct Entry {
    let handle: OpaquePointer
    var rested: UInt64
  }

  /// A statement's text. There are few of one length, and hashing a long text takes longer than
  /// comparing it.
  private struct Key: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
  }

  private var entries: [Key: Entry] = [:]
  private var clock: UInt64 = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  /// Takes a statement out for use; nil when none with that text is kept.
  mutating func take(_ sql: String) -> OpaquePointer? {
    entries.removeValue(forKey: Key(sql: sql))?.handle
  }

  /// Keeps a statement that was reset, or finalizes it when its text is kept already.
  /// O(limit) when another one has to go.
  mutating func put(_ handle: OpaquePointer, sql: String) {
    let key = Key(sql: sql)
    guard limit > 0, entries[key] == nil else {
      sqlite3_finalize(handle)
      return
    }
    if entries.count >= limit, let oldest = entries.min(by: { $0.value.rested < $1.value.rested }) {
      entries[oldest.key] = nil
      sqlite3_finalize(oldest.value.handle)
    }
    clock += 1
    entries[key] = Entry(handle: handle, rested: clock)
  }

  mutating func removeAll() {
    for entry in entries.values { sqlite3_finalize(entry.handle) }
    entries.removeAll()
  }
}
