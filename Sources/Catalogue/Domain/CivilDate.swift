/// A day of the Gregorian calendar, without a time zone.
public struct CivilDate: Hashable, Sendable, Comparable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Makes a date; nil when there is no such day or the year is not in 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes a date from days since 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date
  /// algorithms").
  init(days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  var days: Int64 {
    let year = Int64(month <= 2 ? year - 1 : year)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The first millisecond of the day in UTC.
  public var startOfDay: Instant { Instant(rawValue: days * 86_400_000) }

  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: LosslessStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    var digits = String(year.magnitude)
    digits = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return (year < 0 ? "-" : "") + digits + (month < 10 ? "-0" : "-") + String(month)
      + (day < 10 ? "-0" : "-") + String(day)
  }

  /// Reads `YYYY-MM-DD`, `YYYY/MM/DD` and `YYYY.MM.DD`, months and days with one or two digits.
  /// - Returns: nil for anything else and for days that do not exist.
  public init?(_ text: String) {
    self.init(text: Array(text.utf8)[...])
  }

  init?(text: ArraySlice<UInt8>) {
    guard (8...10).contains(text.count) else { return nil }
    var numbers: (Int, Int, Int) = (0, 0, 0)
    var part = 0
    var digits = 0
    var separator: UInt8 = 0
    for byte in text {
      if byte >= 0x30, byte <= 0x39 {
        digits += 1
        guard digits <= (part == 0 ? 4 : 2) else { return nil }
        let digit = Int(byte - 0x30)
        switch part {
        case 0: numbers.0 = numbers.0 * 10 + digit
        case 1: numbers.1 = numbers.1 * 10 + digit
        default: numbers.2 = numbers.2 * 10 + digit
        }
        continue
      }
      guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "."),
        part < 2, digits > 0, part == 1 || digits == 4, part == 0 || byte == separator
      else { return nil }
      separator = byte
      part += 1
      digits = 0
    }
    guard part == 2, digits > 0 else { return nil }
    self.init(year: numbers.0, month: numbers.1, day: numbers.2)
  }
}
