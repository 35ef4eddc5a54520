import Catalogue

extension RowText {
  /// A count: pages, copies.
  mutating func whole(_ text: String, _ key: String, _ column: Int) -> Int? {
    if let value = Int(text), value >= 0 { return value }
    keepAside(text, key, column, "is no count")
    return nil
  }

  /// A rating of at most five stars; 0 stands for none and is no value either.
  mutating func rating(_ text: String, _ column: Int) -> Double? {
    guard let rating = Double(text), rating >= 0, rating <= 5 else {
      keepAside(text, "rating", column, "is no rating from 0 to 5")
      return nil
    }
    return rating > 0 ? rating : nil
  }

  /// A day of the calendar.
  mutating func date(_ text: String, _ key: String, _ column: Int) -> CivilDate? {
    if let date = CivilDate(text) { return date }
    keepAside(text, key, column, "is no date YYYY/MM/DD")
    return nil
  }

  /// Keeps a value that is not of its field's type under `raw`, and reports it.
  mutating func keepAside(_ text: String, _ key: String, _ column: Int, _ what: String) {
    keepRaw(text, key)
    warn(column, "“\(text)” \(what) and was kept aside")
  }
}
