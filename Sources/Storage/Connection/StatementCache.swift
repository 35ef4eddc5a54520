import CSQLite

/// Prepared statements that are not in use, by their text; the one that rested longest goes first.
struct StatementCache {
  private struct Entry {
    let handle: OpaquePointer
    var rested: UInt64
  }

  private var entries: [String: Entry] = [:]
  private var clock: UInt64 = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  /// Takes a statement out for use; nil when none with that text is kept.
  mutating func take(_ sql: String) -> OpaquePointer? {
    entries.removeValue(forKey: sql)?.handle
  }

  /// Keeps a statement that was reset, or finalizes it when its text is kept already.
  /// O(limit) when another one has to go.
  mutating func put(_ handle: OpaquePointer, sql: String) {
    guard limit > 0, entries[sql] == nil else {
      sqlite3_finalize(handle)
      return
    }
    if entries.count >= limit, let oldest = entries.min(by: { $0.value.rested < $1.value.rested }) {
      entries[oldest.key] = nil
      sqlite3_finalize(oldest.value.handle)
    }
    clock += 1
    entries[sql] = Entry(handle: handle, rested: clock)
  }

  mutating func removeAll() {
    for entry in entries.values { sqlite3_finalize(entry.handle) }
    entries.removeAll()
  }
}
