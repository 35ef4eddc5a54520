/// A date of publication: the text as given, and what can be said of it.
public struct PublicationDate: Hashable, Sendable {
  public enum Precision: Hashable, Sendable {
    case day, month, year, decade, century
    /// No date can be read.
    case none
  }

  /// What a text says of its date beside the numbers.
  public struct Quality: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `ca. 1950`, `circa 1950`, `approximately 1950`, `1950~`.
    public static let about = Quality(rawValue: 1)
    /// `[1900?]`, `[between 2000 and 2002]`, `2000 or 2001`, `not before 1727`.
    public static let uncertain = Quality(rawValue: 2)
    /// `1896-1907`, and `1900-`, which goes on.
    public static let range = Quality(rawValue: 4)
    /// `50 B.C.`; there is no year then.
    public static let beforeCommonEra = Quality(rawValue: 8)
  }

  /// The text as given; it alone is stored.
  public let text: String
  /// The Gregorian year, when one is given and plausible; of several the first.
  public let year: Int?
  /// The last year of a range, or of those between which the date is.
  public let lastYear: Int?
  public let precision: Precision
  public let quality: Quality
  /// `1988-10-01`, `2006-11` or `1999`, as precise as the text; nil without a year.
  public let iso: String?

  /// The first year that is taken for one: printing with movable type begins some decades later.
  public static let earliestYear = 1400

  /// Reads a date as cataloguers and shops write it.
  ///
  /// A year in square brackets or behind `i.e.` corrects the one before it, as cataloguing rules
  /// have it (AACR2 1.4F); a copyright year in brackets does not. Years outside
  /// 1400...`latestYear`, of the Hijra and before Christ are no years. A full date of 1 January 1900
  /// stands for "unknown" at booksellers, and so do the days before it, on which spreadsheets begin
  /// to count. The calendar date of a timestamp is taken as it stands, without passing through a
  /// time zone.
  /// - Parameters:
  ///   - text: the date as given.
  ///   - latestYear: the last plausible year, the next one: who asks has a clock. Without it, 2100.
  public init(_ text: String, latestYear: Int = 2100) {
    self.text = text
    let years = Self.earliestYear...max(Self.earliestYear, latestYear)
    if let year = Self.plainYear(text) {
      // What most lists have.
      let isPlausible = years.contains(year)
      self.year = isPlausible ? year : nil
      lastYear = nil
      precision = isPlausible ? .year : .none
      quality = []
      iso = isPlausible ? text : nil
      return
    }
    let scanner = PublicationDateScanner(text, years: years)
    let day = scanner.year.flatMap(scanner.day)
    // mutant placeholder-days:
    //   `day.map({ !Self.isPlaceholder(year, $0) }) ?? true`
    //   -> `day.map({ !Self.isPlaceholder(year, $0) || year > 0 }) ?? true` (DateTests)
    guard let year = scanner.year, day.map({ !Self.isPlaceholder(year, $0) }) ?? true else {
      self.year = nil
      lastYear = nil
      iso = nil
      precision = scanner.year == nil ? scanner.vaguePrecision : .none
      quality = scanner.year == nil ? scanner.quality : []
      return
    }
    self.year = year
    quality = scanner.quality
    let digits = String(year)
    guard let day else {
      precision = .year
      iso = digits
      lastYear = scanner.lastYear
      return
    }
    lastYear = nil
    let month = digits + (day.month < 10 ? "-0" : "-") + String(day.month)
    guard let dayOfMonth = day.day else {
      precision = .month
      iso = month
      return
    }
    precision = .day
    iso = month + (dayOfMonth < 10 ? "-0" : "-") + String(dayOfMonth)
  }

  private static func plainYear(_ text: String) -> Int? {
    guard text.utf8.count == 4 else { return nil }
    var year = 0
    for byte in text.utf8 {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      year = year * 10 + Int(byte - 0x30)
    }
    return year
  }

  private static func isPlaceholder(_ year: Int, _ day: PublicationDateScanner.Day) -> Bool {
    switch (year, day.month, day.day) {
    case (1900, 1, 0), (1900, 1, 1), (1899, 12, 30), (1899, 12, 31): true
    // The first days of databases.
    case (1601, 1, 1), (1753, 1, 1): true
    default: false
    }
  }
}
