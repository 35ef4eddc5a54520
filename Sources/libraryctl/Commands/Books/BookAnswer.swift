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

  /// Says what was done to how many books; other programs get their numbers too, one a line.
  /// - Parameters:
  ///   - done: what was done: `removed`.
  ///   - more: what else there is to say.
  static func tell(
    _ numbers: [BookNumber], _ done: String, more: String = "", _ console: Console
  ) throws {
    if console.isPipe { try writeNumbers(numbers, console) }
    let shown = numbers.prefix(10).map(\.description).joined(separator: ", ")
    let list = numbers.isEmpty ? "" : ": \(shown)\(numbers.count > 10 ? ", …" : "")"
    let books = numbers.count == 1 ? "1 book" : "\(numbers.count) books"
    console.note("\(done) \(books)\(console.isPipe ? "" : list)\(more)")
  }

  /// As `tell`, in the form asked for: with JSON it is an array of numbers.
  static func write(_ numbers: [BookNumber], _ done: String, _ console: Console) throws {
    guard console.isJSON else { return try tell(numbers, done, console) }
    var listing = Listing(console, columns: [])
    for number in numbers { try listing.append(json: .integer(number.rawValue)) }
    try listing.finish()
  }
}
