/// The tables, indexes, views and triggers of a database, as their statements stand in it.
struct Schema {
  struct Object: Hashable {
    let name: String
    let type: String
    let sql: String

    /// Whether it does something in the statements of others: a trigger, a view, a virtual table.
    var runsCode: Bool {
      type == "trigger" || type == "view" || sql.hasPrefix("CREATE VIRTUAL")
    }
  }

  /// In the order of their names.
  let objects: [Object]

  init(of connection: Connection) throws(StorageError) {
    // SQLite's own tables come and go with ANALYZE and AUTOINCREMENT.
    let statement = try connection.prepare(
      """
      SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name, type
      """)
    var objects: [Object] = []
    while try statement.step() {
      objects.append(
        Object(name: statement.text(0), type: statement.text(1), sql: statement.text(2)))
    }
    self.objects = objects
  }

  /// O(log n).
  func object(named name: String) -> Object? {
    var low = 0
    var high = objects.count
    while low < high {
      let middle = (low + high) / 2
      if objects[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < objects.count && objects[low].name == name ? objects[low] : nil
  }

  /// A hash of everything in it.
  var fingerprint: String {
    var bytes: [UInt8] = []
    for object in objects {
      for text in [object.name, object.type, object.sql] {
        bytes += text.utf8
        bytes.append(0)
      }
    }
    return SHA256.hash(bytes)
  }
}
