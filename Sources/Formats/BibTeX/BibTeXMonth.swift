/// What the field `month` says: a month, and by custom perhaps a day beside it: `jul # "~4"`.
struct BibTeXMonth {
  static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  let month: Int
  let day: Int?

  /// Reads a month's name or number, and a day before or behind a name; nil for anything else.
  init?(_ text: String) {
    let words = text.split { " .,~\u{A0}".contains($0) }.map(String.init)
    if words.count == 1, let number = Int(words[0]), (1...12).contains(number) {
      month = number
      day = nil
      return
    }
    guard let place = words.firstIndex(where: { Self.number($0) != nil }), words.count < 3,
      let month = Self.number(words[place])
    else { return nil }
    self.month = month
    let others = words.indices.filter { $0 != place }
    guard let other = others.first else {
      day = nil
      return
    }
    guard let day = Int(words[other]), (1...31).contains(day) else { return nil }
    self.day = day
  }

  private static func number(_ word: String) -> Int? {
    let word = word.lowercased()
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { name in
      let name = name.lowercased()
      return name.hasPrefix(word) && (word.utf8.count < 5 || word == name)
    }.map { $0 + 1 }
  }
}
