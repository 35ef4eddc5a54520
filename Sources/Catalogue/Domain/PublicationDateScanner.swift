/// Finds the years in the text of a date, and what is said of them.
struct PublicationDateScanner {
  /// In small letters, digits of all scripts as ASCII ones.
  let text: [UInt8]
  let years: ClosedRange<Int>
  /// Four digits that are a plausible year.
  private let candidates: [Candidate]
  /// The one that counts.
  private let choice: Int?
  /// Decades written as `1970s`.
  private var hasPluralDecade = false
  private var isBeforeCommonEra = false

  private struct Candidate {
    var start: Int
    var year: Int
    var end: Int { start + 4 }
  }

  init(_ given: String, years: ClosedRange<Int>) {
    let text = DateText.plain(given)
    self.text = text
    self.years = years
    var candidates: [Candidate] = []
    var index = 0
    scan: while index < text.count {
      guard text.isDigit(index) else {
        index += 1
        continue
      }
      let start = index
      while text.isDigit(index) { index += 1 }
      if Self.wordsBeforeChrist.contains(where: { text.isWord($0, at: index) }) {
        isBeforeCommonEra = true
        continue
      }
      var end = index
      if index - start == 8, start == 0, index == text.count {
        // Eight digits alone are a date without separators.
        guard
          CivilDate(
            year: text.number(0..<4), month: text.number(4..<6), day: text.number(6..<8)) != nil
        else { continue }
        end = 4
      }
      guard end - start == 4 else { continue }
      let year = text.number(start..<end)
      if text.isWord("s", at: end) || text.isWord("'s", at: end) {
        hasPluralDecade = years.contains(year)
        continue
      }
      if text.isWord("h", at: end) || text.isWord("ah", at: end) || text.endsInWord("ah", at: start)
      {
        continue
      }
      if years.contains(year) {
        candidates.append(Candidate(start: start, year: year))
      } else if start == 0, year < years.lowerBound, text.count >= 8, text.byte(end) == .dash,
        text.isDigit(end + 1)
      {
        // A timestamp without a real year has nothing else to offer.
        // mutant year-zero: `break scan` -> `continue` (DateTests)
        break scan
      }
    }
    if candidates.contains(where: { Self.mayBeOfHijra($0.year) }) {
      Self.removeYearsOfHijra(from: &candidates, text, given)
    }
    self.candidates = candidates
    choice = isBeforeCommonEra ? nil : Self.choice(candidates, text)
  }

  private static let wordsBeforeChrist = ["bc", "bce", "vchr", "avj", "fkr", "pne", "до н"]

  /// Years in which books were printed by the calendars of the Hijra, and hardly any by the other.
  // mutant years-of-hijra: `year < 1500` -> `year < 0` (DateTests)
  private static func mayBeOfHijra(_ year: Int) -> Bool { year < 1500 }

  /// Takes out the years that their digits, a word or the Gregorian year beside them tell to be of the
  /// Hijra, lunar or solar: `١٤٢٠`, `1420 hijri`, `1420/1999`, `1402 [2023]`.
  private static func removeYearsOfHijra(
    from candidates: inout [Candidate], _ text: [UInt8], _ given: String
  ) {
    let hasDigits = given.unicodeScalars.contains {
      (0x660...0x669).contains($0.value) || (0x6F0...0x6F9).contains($0.value)
    }
    // mutant hijra-years: `Set(candidates.map(\.year))` -> `candidates.map(\.year)` (LinearTimeTests)
    let years = Set(candidates.map(\.year))
    // A year of the Hijra and the one that it began or ended in, by either calendar.
    let distances = Array(575...582) + Array(620...623)
    candidates.removeAll { candidate in
      mayBeOfHijra(candidate.year)
        && (hasDigits
          || ["hijri", "hijra", "hegira", "sh", "q", "ه", "ش", "ق"].contains {
            text.isWord($0, at: candidate.end)
          }
          || ["hijri", "hegirae"].contains { text.endsInWord($0, at: candidate.start) }
          || distances.contains { years.contains(candidate.year + $0) })
    }
  }

  var year: Int? { choice.map { candidates[$0].year } }

  /// A year in square brackets or behind `i.e.`, else the first.
  private static func choice(_ candidates: [Candidate], _ text: [UInt8]) -> Int? {
    guard let first = candidates.first else { return nil }
    if let correction = text.firstRange(of: "i.e"),
      let later = candidates.firstIndex(where: {
        $0.start > correction
      })
    {
      return later
    }
    guard let open = text.firstIndex(of: UInt8(ascii: "[")) else { return 0 }
    let close = text[open...].firstIndex(of: UInt8(ascii: "]")) ?? text.count
    guard let inside = candidates.firstIndex(where: { $0.start > open && $0.end <= close }) else {
      return 0
    }
    // "1980 [c1979]", "1980 [printed 1985]": the copyright is older, or the copy younger.
    let mark = text[(open + 1)..<candidates[inside].start].filter { $0 >= 0x61 && $0 <= 0x7A }
    let word = String(decoding: mark, as: UTF8.self)
    let isAnother =
      ["c", "p", "cop", "copyright"].contains(word)
      || ["print", "reprint", "repr", "impr", "first", "orig", "gedr", "distr"].contains {
        word.hasPrefix($0)
      }
    // "1995-[1998]": a range whose end was supplied.
    let isEnd = text[..<open].last { $0 != 0x20 }.map { $0 == .dash || $0 == UInt8(ascii: "/") }
    // mutant end-of-range-in-brackets: `(isAnother || isEnd == true)` -> `isAnother` (DateTests)
    // mutant copyright-in-brackets: `(isAnother || isEnd == true)` -> `isEnd == true` (DateTests)
    return (isAnother || isEnd == true) && first.start < open ? 0 : inside
  }

  /// The last year of a range or of a choice.
  var lastYear: Int? {
    guard let choice else { return nil }
    let first = candidates[choice]
    if choice + 1 < candidates.count {
      let next = candidates[choice + 1]
      let between = text[first.end..<next.start].filter { !" <[".utf8.contains($0) }
      let joins: [[UInt8]] = [
        [.dash], [UInt8(ascii: "/")], Array("or".utf8), Array("and".utf8),
        Array("to".utf8), Array("?-".utf8),
      ]
      return next.year > first.year && joins.contains(between) ? next.year : nil
    }
    // "1900-01" behind which something stands, or "1998-99".
    guard text.byte(first.end) == .dash || text.byte(first.end) == UInt8(ascii: "/"),
      text.isDigit(first.end + 1), text.isDigit(first.end + 2), !text.isDigit(first.end + 3),
      text.byte(first.end + 3) != .dash
    else { return nil }
    let last = first.year / 100 * 100 + text.number(first.end + 1..<first.end + 3)
    return last > first.year && years.contains(last) ? last : nil
  }

  var quality: PublicationDate.Quality {
    var quality: PublicationDate.Quality = isBeforeCommonEra ? .beforeCommonEra : []
    for word in text.split(whereSeparator: { $0 < 0x61 || $0 > 0x7A }) {
      switch String(decoding: word, as: UTF8.self) {
      case "ca", "circa", "about", "approximately", "approx", "um", "vers", "hacia", "around":
        quality.insert(.about)
      case "or", "between", "before", "after", "probably", "possibly": quality.insert(.uncertain)
      default: break
      }
    }
    if text.contains(UInt8(ascii: "?")) { quality.insert(.uncertain) }
    // Not in "Dec. 1999".
    let circa = text.firstRange(of: "c. ")
    if text.contains(UInt8(ascii: "~")) || circa.map({ $0 == 0 || !text.isLetter($0 - 1) }) == true
    {
      quality.insert(.about)
    }
    guard let choice else { return quality }
    let end = candidates[choice].end
    if day(of: candidates[choice].year) == nil, text.byte(end) == .dash || lastYear != nil,
      !quality.contains(.uncertain)
    {
      quality.insert(.range)
    }
    return quality
  }

  /// What is said when there is no full year: `[199-]`, `1970s`, `18??`, `19uu`, `19th century`.
  var vaguePrecision: PublicationDate.Precision {
    if hasPluralDecade { return .decade }
    var index = 0
    while index < text.count {
      guard text.isDigit(index) else {
        index += 1
        continue
      }
      let start = index
      while text.isDigit(index) { index += 1 }
      let digits = index - start
      var blanks = 0
      while let byte = text.byte(index), Self.isBlank(byte) {
        index += 1
        blanks += 1
      }
      if digits == 3, blanks >= 1 { return .decade }
      if digits == 2, blanks >= 2 { return .century }
      if digits == 2, text.isWord("th cent", at: index) || text.isWord("th century", at: index) {
        return .century
      }
    }
    return .none
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == .dash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "u")
      || byte == UInt8(ascii: "x") || byte == UInt8(ascii: "_")
  }
}
