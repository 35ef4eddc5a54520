import Formats

/// Reads files of each kind without a database: how many bytes and rows a second.
enum FormatsBenchmark {
  static func run(rows: Int) throws {
    let goodreads = GoodreadsSample(rows: rows).bytes
    print("formats, \(rows) rows of \(goodreads.count / rows) bytes:")
    // A table of which nothing is wanted shows what finding the cells takes.
    let cells = try time { use(try cellCount(of: goodreads)) }
    report("separated values, cells found", Double(goodreads.count) / 1e6 / cells, 100, "MB/s")
    let records = try time { use(try bookCount(of: goodreads, .goodreads)) }
    report("goodreads, whole records", Double(rows) / records, 100_000, "rows/s")
    let table = Self.table(rows: rows)
    let tableTime = try time { use(try bookCount(of: table, .table)) }
    report("csv, whole records", Double(rows) / tableTime, nil, "rows/s")
    let lines = Self.lines(rows: rows)
    let linesTime = try time { use(try bookCount(of: lines, .jsonLines)) }
    report("jsonl, whole records", Double(rows) / linesTime, nil, "rows/s")
  }

  private static func time(_ work: () throws -> Void) throws -> Double {
    try Measure.quietest(of: 5, work) / .seconds(1)
  }

  private static func report(_ name: String, _ found: Double, _ aim: Double?, _ unit: String) {
    var value = "\(Int(found)) \(unit)"
    if let aim { value += "  aim \(Int(aim))\(found >= aim ? "" : ": MISSED")" }
    Measure.report(name, value)
  }

  private static func cellCount(of bytes: [UInt8]) throws -> Int {
    var offset = 0
    return try _CSVCells.count { next(of: bytes, &offset) }
  }

  private static func bookCount(of bytes: [UInt8], _ format: ImportFormat) throws -> Int {
    var offset = 0
    var reader = try ImportReader(format: format) { next(of: bytes, &offset) }
    var count = 0
    while case .book? = try reader.next() { count += 1 }
    return count
  }

  private static func next(of bytes: [UInt8], _ offset: inout Int) -> [UInt8]? {
    guard offset < bytes.count else { return nil }
    let end = min(offset + 256 * 1024, bytes.count)
    defer { offset = end }
    return Array(bytes[offset..<end])
  }

  private static func table(rows: Int) -> [UInt8] {
    var text = "isbn,title,authors,publisher,published,pages,tags\n"
    for row in 0..<rows {
      text += ",The title of a book \(row),\"A. B. Writer; C. D. Other\",House & Sons,"
      text += "\(1950 + row % 70),\(100 + row % 700),one; two\n"
    }
    return Array(text.utf8)
  }

  private static func lines(rows: Int) -> [UInt8] {
    var text = ""
    for row in 0..<rows {
      text += "{\"title\":\"The title of a book \(row)\",\"authors\":[\"A. B. Writer\"],"
      text += "\"publisher\":\"House & Sons\",\"published\":\"\(1950 + row % 70)\",\"pages\":"
      text += "\(100 + row % 700),\"tags\":[\"one\",\"two\"]}\n"
    }
    return Array(text.utf8)
  }
}
