import Catalogue

extension RowText {
  /// A count: pages, copies.
  mutating func whole(_ text: String, _ key: String, _ column: Int) -> Int? {
    if let value = Int(text) ?? CountText.value(text), value >= 0 { return value }
    keepAside(text, key, column, "is no count")
    return nil
  }

  /// A rating as one to five stars; 0 stands for none and is no value either.
  /// - Parameter best: the best that can be given in the file.
  mutating func rating(_ text: String, _ column: Int, best: Double = 5) -> Double? {
    let number = text.utf8.contains(UInt8(ascii: ",")) ? text.replacing(",", with: ".") : text
    guard let rating = Double(number) ?? RatingText.value(number, best: best), rating >= 0,
      rating <= best
    else {
      keepAside(text, "rating", column, "is no rating from 0 to \(Int(best))")
      return nil
    }
    return rating > 0 ? rating * 5 / best : nil
  }

  /// A day of the calendar, perhaps in square brackets, or with a time of day, which goes: the day
  /// is the one that is written, in whatever time zone.
  ///
  /// `14.03.2019`, `3/14/2019` and `March 14, 2019` are days too. `3/4/2019` is either of two, and is
  /// none; nor is 1 January 1900 or a day before it, on which programs begin to count.
  mutating func date(_ text: String, _ key: String, _ column: Int) -> CivilDate? {
    if let date = Self.known(text) { return date }
    keepAside(text, key, column, "is no date YYYY/MM/DD")
    return nil
  }

  /// Days with a semicolon or a comma between them. When one is none, the whole is kept aside too.
  mutating func dates(_ text: String, _ key: String, _ column: Int) -> [CivilDate] {
    if let day = Self.known(text) { return [day] }
    let parts = text.list(text.contains(";") ? ";" : ",")
    let days = parts.compactMap(Self.known)
    if days.count < parts.count { keepAside(text, key, column, "is no date YYYY/MM/DD") }
    return days
  }

  private static func known(_ text: String) -> CivilDate? {
    guard let day = CivilDate(text) ?? day(in: text) else { return nil }
    return day.year > 1900 || day.year == 1900 && (day.month > 1 || day.day > 1) ? day : nil
  }

  private static func day(in text: String) -> CivilDate? {
    var bare = text[...]
    if bare.hasPrefix("["), bare.hasSuffix("]") { bare = bare.dropFirst().dropLast() }
    if bare.utf8.count > 10, Instant(String(bare)) != nil { bare = bare.prefix(10) }
    if let day = CivilDate(String(bare)) { return day }
    return PublicationDate(String(withoutTime(bare))).iso.flatMap { CivilDate($0) }
  }

  /// A date without the `12:30` or `12:30:00` that spreadsheets put behind it.
  private static func withoutTime(_ text: Substring) -> Substring {
    guard let space = text.utf8.lastIndex(of: 0x20) else { return text }
    let time = text[text.index(after: space)...].utf8
    let isTime =
      time.contains(UInt8(ascii: ":"))
      && time.allSatisfy { $0 >= 0x30 && $0 <= 0x3A }
    return isTime ? text[..<space] : text
  }

  /// Keeps a value that is not of its field's type under `raw`, and reports it.
  mutating func keepAside(_ text: String, _ key: String, _ column: Int, _ what: String) {
    keepRaw(text, key)
    warn(column, "“\(text)” \(what) and was kept aside")
  }
}
