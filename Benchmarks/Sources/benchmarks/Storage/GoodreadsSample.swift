import Glibc

/// A made-up Goodreads export of any length, the same for the same rows.
struct GoodreadsSample {
  static let header =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,"
    + "Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,"
    + "Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,"
    + "Private Notes,Read Count,Owned Copies\n"

  private static let words = [
    "river", "letters", "winter", "history", "Theremin", "garden", "journey", "stone", "light",
    "memory", "ocean", "city", "silence", "Straße", "étude", "mountain", "archive", "paper",
  ]
  private static let names = [
    "Ann Miller", "José Álvarez", "Mary O'Connor", "Yaşar Çelik", "Peter Novák", "Ursula Berg",
  ]

  let bytes: [UInt8]

  init(rows: Int) {
    bytes = Array((Self.header + (0..<rows).map(Self.row).joined()).utf8)
  }

  /// Writes some of the rows to a file, without having them in memory.
  static func write(_ rows: Range<Int>, to path: String) throws {
    guard let file = fopen(path, "w") else { throw TemporaryDirectory.NotMade() }
    defer { fclose(file) }
    fputs(header, file)
    for row in rows { fputs(Self.row(row), file) }
  }

  static func row(_ row: Int) -> String {
    let first = words[row % 18]
    let second = words[row / 18 % 18]
    let third = words[row / 324 % 18]
    var text =
      "\(row + 1),\"The \(first) of \(second), and the \(third) \(row)\",\(names[row % 6]),,"
    text += row % 5 == 0 ? "\"\(names[(row + 1) % 6]), \(names[(row + 2) % 6])\"," : ","
    text +=
      "\"=\"\"\"\"\",\"=\"\"\(isbn(UInt64(row)))\"\"\",\(row % 6),3.91,\(second) & Sons,Paperback,"
    text += "\(100 + row % 700),\(1950 + row % 70),,2024/01/0\(row % 9 + 1),2023/05/1\(row % 9),"
    text += "\"\(first)-books, favourites\",,\(row % 3 == 0 ? "read" : "to-read"),,,,1,1\n"
    return text
  }

  /// The ISBN of a row.
  static func isbn(_ row: Int) -> String { "\(isbn(UInt64(row)))" }

  private static func isbn(_ row: UInt64) -> UInt64 {
    let start = 978_100_000_000 + row * 7
    var sum: UInt64 = 0
    var rest = start
    for position in 0..<12 {
      sum += rest % 10 * (position % 2 == 0 ? 3 : 1)
      rest /= 10
    }
    return start * 10 + (10 - sum % 10) % 10
  }
}
