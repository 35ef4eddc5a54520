import Catalogue

extension RowText {
  /// A count: pages, copies.
  mutating func whole(_ text: String, _ key: String, _ column: Int) -> Int? {
    if let value = Int(text), value >= 0 { return value }
    keepAside(text, key, column, "is no count")
    return nil
  }

  /// A rating as one to five stars; 0 stands for none and is no value either.
  /// - Parameter best: the best that can be given in the file.
  mutating func rating(_ text: String, _ column: Int, best: Double = 5) -> Double? {
    let number = text.utf8.contains(UInt8(ascii: ",")) ? text.replacing(",", with: ".") : text
    guard let rating = Double(number), rating >= 0, rating <= best else {
      keepAside(text, "rating", column, "is no rating from 0 to \(Int(best))")
      return nil
    }
    return rating > 0 ? rating * 5 / best : nil
  }

  /// A day of the calendar, perhaps in square brackets, or with a time of day, which goes: the day
  /// is the one that is written, in whatever time zone.
  mutating func date(_ text: String, _ key: String, _ column: Int) -> CivilDate? {
    if let date = CivilDate(text) ?? Self.day(in: text) { return date }
    keepAside(text, key, column, "is no date YYYY/MM/DD")
    return nil
  }

  private static func day(in text: String) -> CivilDate? {
    var bare = text[...]
    if bare.hasPrefix("["), bare.hasSuffix("]") { bare = bare.dropFirst().dropLast() }
    if bare.utf8.count > 10, Instant(String(bare)) != nil { bare = bare.prefix(10) }
    return CivilDate(String(bare))
  }

  /// Keeps a value that is not of its field's type under `raw`, and reports it.
  mutating func keepAside(_ text: String, _ key: String, _ column: Int, _ what: String) {
    keepRaw(text, key)
    warn(column, "“\(text)” \(what) and was kept aside")
  }
}
