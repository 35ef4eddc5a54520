import Catalogue

/// How long a server asks to be left alone (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// What is longer is not believed.
  static let longest = 86_400.0

  /// Reads the field's value.
  /// - Parameters:
  ///   - value: seconds or a date.
  ///   - date: the answer's own Date, by which a date is measured, so that a wrong clock here does
  ///     no harm.
  ///   - now: the time here, for answers without a Date.
  /// - Returns: seconds from 0 to a day; nil when the value cannot be read.
  static func seconds(_ value: String, date: String?, now: Instant) -> Double? {
    if !value.isEmpty, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return min(Double(value) ?? longest, longest)
    }
    guard let end = instant(value) else { return nil }
    let start = date.flatMap(instant) ?? now
    let (wait, overflows) = end.rawValue.subtractingReportingOverflow(start.rawValue)
    return overflows ? longest : min(max(0, Double(wait) / 1000), longest)
  }

  /// Reads an HTTP date: `Sun, 06 Nov 1994 08:49:37 GMT`, or one of the two older forms,
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994` (RFC 9110, section 5.6.7).
  static func instant(_ text: String) -> Instant? {
    var words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    guard words.count >= 5 else { return nil }
    words.removeFirst()
    if let first = words[0].first, first.isLetter {
      // Nov 6 08:49:37 1994
      words = [words[1], words[0], words[3], words[2]]
    }
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    guard words.count >= 4, let month = months.firstIndex(of: words[1].lowercased()) else {
      return nil
    }
    var year = words[2]
    if year.utf8.count == 2 { year = (year < "70" ? "20" : "19") + year }
    let day = words[0].utf8.count == 1 ? "0" + words[0] : words[0]
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return Instant("\(year)-\(number)-\(day)T\(words[3]).000Z")
  }
}
