/// A made-up Goodreads export of any length, the same for the same length.
struct GoodreadsSample {
  let bytes: [UInt8]

  init(rows: Int) {
    var text =
      "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,"
      + "Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,"
      + "Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,"
      + "Private Notes,Read Count,Owned Copies\n"
    let words = [
      "river", "letters", "winter", "history", "Theremin", "garden", "journey", "stone", "light",
      "memory", "ocean", "city", "silence", "Straße", "étude", "mountain", "archive", "paper",
    ]
    let names = [
      "Ann Miller", "José Álvarez", "Mary O'Connor", "Yaşar Çelik", "Peter Novák", "Ursula Berg",
    ]
    for row in 0..<rows {
      let first = words[row % 18]
      let second = words[row / 18 % 18]
      let third = words[row / 324 % 18]
      let author = names[row % 6]
      let isbn = Self.isbn(UInt64(row))
      text += "\(row + 1),\"The \(first) of \(second), and the \(third) \(row)\",\(author),,"
      text += row % 5 == 0 ? "\"\(names[(row + 1) % 6]), \(names[(row + 2) % 6])\"," : ","
      text += "\"=\"\"\"\"\",\"=\"\"\(isbn)\"\"\",\(row % 6),3.91,\(second) & Sons,Paperback,"
      text += "\(100 + row % 700),\(1950 + row % 70),,2024/01/0\(row % 9 + 1),2023/05/1\(row % 9),"
      text += "\"\(first)-books, favourites\",,\(row % 3 == 0 ? "read" : "to-read"),,,,1,1\n"
    }
    bytes = Array(text.utf8)
  }

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
