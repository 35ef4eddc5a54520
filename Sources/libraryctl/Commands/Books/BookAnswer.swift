import Catalogue
import Storage

/// How commands show the books that they name.
enum BookAnswer {
  /// Reads what was typed for BOOK… into numbers, in the order given and without repetition.
  static func numbers(
    _ texts: [String], inTrash: Bool = false, in account: Account, on connection: Connection
  ) throws -> [BookNumber] {
    var numbers: [BookNumber] = []
    var seen: Set<BookNumber> = []
    for text in texts {
      let reference = try BookReference(parsing: text)
      let number = try reference.resolve(in: account.id, inTrash: inTrash, on: connection)
      if seen.insert(number).inserted { numbers.append(number) }
    }
    return numbers
  }

  /// Writes books that were just changed as a JSON array or JSON Lines, whole.
  /// - Parameter connection: a connection in the write transaction that changed them.
  static func writeJSON(
    _ numbers: [BookNumber], in account: Account, on connection: Connection, _ console: Console
  ) throws {
    try BookIndex.update(on: connection)
    var listing = Listing(console, columns: [])
    try BookRows.forEachJSON(numbers, in: account.id, on: connection) { json in
      try listing.append(json: json)
    }
    try listing.finish()
  }

  /// Writes numbers, one a line.
  static func writeNumbers(_ numbers: [BookNumber], _ console: Console) throws {
    for number in numbers { try console.output.write("\(number)\n") }
  }

  /// Writes the numbers of books that something was done to: a JSON array, or one a line with a note
  /// that says how many.
  static func write(_ numbers: [BookNumber], _ done: String, _ console: Console) throws {
    if console.isJSON {
      var listing = Listing(console, columns: [])
      for number in numbers { try listing.append(json: .integer(number.rawValue)) }
      try listing.finish()
    } else {
      try writeNumbers(numbers, console)
      console.note("\(done) \(numbers.count)")
    }
  }
}
