/// A date of publication: the text as given, and what can be said of it.
public struct PublicationDate: Hashable, Sendable {
  public enum Precision: Hashable, Sendable {
    case day, month, year, decade, century
    /// No date can be read.
    case none
  }

  /// The text as given; it alone is stored.
  public let text: String
  /// The Gregorian year, when one is given and plausible.
  public let year: Int?
  public let precision: Precision
  /// `1988-10-01`, `2006-11` or `1999`, as precise as the text; nil without a year.
  public let iso: String?

  /// Reads a date as cataloguers and shops write it.
  ///
  /// A year in square brackets corrects the one before it, as cataloguing rules have it (AACR2
  /// 1.4F). Years outside 1400...`latestYear` are other numbers, and a full date of 1 January 1900
  /// stands for "unknown" at booksellers. The calendar date of a timestamp is taken as it stands,
  /// without passing through a time zone.
  /// - Parameter latestYear: a fixed default, so that the year of a row does not depend on the day
  ///   on which it was computed.
  public init(_ text: String, latestYear: Int = 2100) {
    self.text = text
    let scanner = PublicationDateScanner(
      text: Array(text.utf8), years: 1400...max(1400, latestYear))
    guard !scanner.isPlaceholder, let year = scanner.year else {
      self.year = nil
      iso = nil
      precision = scanner.isPlaceholder ? .none : scanner.vaguePrecision
      return
    }
    self.year = year
    let digits = String(year)
    guard let month = scanner.month(of: year) else {
      precision = .year
      iso = digits
      return
    }
    let padded = (month.month < 10 ? "-0" : "-") + String(month.month)
    guard let day = month.day else {
      precision = .month
      iso = digits + padded
      return
    }
    precision = .day
    iso = digits + padded + (day < 10 ? "-0" : "-") + String(day)
  }
}
