/// Finds an ISBN in text that holds more than its digits.
struct ISBNScanner {
  /// Digits that stand together; a dash joins two groups, a space may.
  private struct Group {
    var digits: [UInt8] = []
    /// True when only white space or dashes stand between this group and the one before.
    var follows = false
  }

  private let scalars: [Unicode.Scalar]

  init(_ text: String) {
    scalars = text.unicodeScalars.filter { scalar in
      // Marks of direction, soft hyphens and the like.
      scalar.properties.generalCategory != .format
    }
  }

  mutating func read() throws(ISBNError) -> ISBN.Reading {
    let bare = Self.trimmed(scalars)
    guard !bare.isEmpty else { throw .empty }
    if let asin = Self.asin(bare) { throw .asin(asin) }
    if let ismn = Self.ismn(bare) { throw .ismn(ismn) }
    let text: ArraySlice<Unicode.Scalar>
    switch Self.spreadsheetNumber(bare) {
    case .exact(let digits): text = digits[...]
    case .shortened: throw .precisionLost
    case .none: text = bare
    }
    let groups = Self.groups(in: Self.withoutLabels(Array(text)))
    guard let first = groups.first else { throw .noNumber }
    // The ten last digits of one might be an ISBN by chance.
    // mutant music-is-no-book:
    //   `if first.digits.starts(with: [9, 7, 9]), case`
    //   -> `if first.digits.isEmpty, case` (ISBNTests)
    if first.digits.starts(with: [9, 7, 9]), case .ismn(let ismn) = Self.reason(groups) {
      throw .ismn(ismn)
    }
    if let isbn = Self.valid(in: groups) ?? Self.separated(text) {
      if isbn.isFiller { throw .placeholder }
      return ISBN.Reading(isbn: isbn, isRepaired: false)
    }
    if let isbn = Self.repaired(groups, in: text) {
      return ISBN.Reading(isbn: isbn, isRepaired: true)
    }
    if let issn = Self.issn(groups, isLabelled: isLabelledISSN) { throw .issn(issn) }
    if let asin = Self.asin(within: text) { throw .asin(asin) }
    throw Self.reason(groups)
  }

  /// Without white space, quotes, brackets and `=` at its ends.
  private static func trimmed(_ scalars: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
    func isAround(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "=", "\"", "'", "[", "]", "“", "”", "`": true
      default: scalar.properties.isWhitespace || scalar.value < 0x20
      }
    }
    var slice = scalars[...]
    while let first = slice.first, isAround(first) { slice.removeFirst() }
    while let last = slice.last, isAround(last) { slice.removeLast() }
    return slice
  }

  private static func asin(_ text: ArraySlice<Unicode.Scalar>) -> String? {
    guard text.count == 10, text.first == "B" || text.first == "b" else { return nil }
    var asin = String.UnicodeScalarView()
    var hasDigit = false
    for scalar in text {
      switch scalar {
      case "0"..."9": hasDigit = true
      case "A"..."Z", "a"..."z": break
      default: return nil
      }
      asin.append(scalar)
    }
    return hasDigit ? String(asin).uppercased() : nil
  }

  /// Amazon's number in a text with more than it: `ASIN: B0851JCZYV`, `…/dp/B0851JCZYV`.
  private static func asin(within text: ArraySlice<Unicode.Scalar>) -> String? {
    let words = text.prefix(200).split { scalar in
      scalar.value >= 0x80 || !scalar.properties.isAlphabetic && digit(scalar) == nil
    }
    for word in words where word.starts(with: ["B", "0"]) {
      if let asin = asin(word) { return asin }
    }
    return nil
  }

  /// The number of printed music in its old form, `M-2306-7118-7`.
  private static func ismn(_ given: ArraySlice<Unicode.Scalar>) -> String? {
    var text = given
    // mutant labelled-music: `.joined() == "ISMN"` -> `.joined() == "-"` (ISBNTests)
    if text.prefix(4).map({ $0.properties.uppercaseMapping }).joined() == "ISMN" {
      text = text.dropFirst(4).drop { $0 == ":" || $0 == " " }
    }
    guard text.first == "M" || text.first == "m" else { return nil }
    var number: UInt64 = 9790
    var count = 0
    for scalar in text.dropFirst() {
      if let digit = digit(scalar), count < 9 {
        number = number * 10 + UInt64(digit)
        count += 1
      } else if !isDash(scalar), scalar != " " {
        return nil
      }
    }
    return count == 9 && ISBN(number: number) != nil ? String(number) : nil
  }

  private var isLabelledISSN: Bool {
    String(String.UnicodeScalarView(scalars.prefix(200))).uppercased().contains("ISSN")
  }

  /// The number of a magazine or series: two groups of four, or eight digits that cannot be an ISBN
  /// without its zeros, or thirteen that begin with 977.
  private static func issn(_ groups: [Group], isLabelled: Bool) -> String? {
    for (position, group) in groups.enumerated() {
      var digits = group.digits
      let next = position + 1 < groups.count ? groups[position + 1] : nil
      if digits.count == 13, digits.starts(with: [9, 7, 7]),
        digits.enumerated().reduce(0, { $0 + Int($1.element) * ($1.offset % 2 == 0 ? 1 : 3) }) % 10
          == 0
      {
        digits = Array(digits[3..<10])
        let sum = zip(digits, (2...8).reversed()).reduce(0) { $0 + Int($1.0) * $1.1 }
        digits.append(UInt8((11 - sum % 11) % 11))
      } else if digits.count == 4, let next, next.follows, next.digits.count == 4 {
        digits += next.digits
      } else if digits.count != 8 || digits.first != 0 && !isLabelled {
        continue
      }
      guard digits.dropLast().allSatisfy({ $0 < 10 }),
        zip(digits, (1...8).reversed()).reduce(0, { $0 + Int($1.0) * $1.1 }) % 11 == 0
      else { continue }
      let text = digits.map { $0 == 10 ? "X" : String($0) }.joined()
      return text.prefix(4) + "-" + text.suffix(4)
    }
    return nil
  }

  private enum SpreadsheetNumber {
    case none
    case shortened
    case exact([Unicode.Scalar])
  }

  /// Reads `9.780765326355E+12` and `9780765326355.0`.
  private static func spreadsheetNumber(_ text: ArraySlice<Unicode.Scalar>) -> SpreadsheetNumber {
    var digits: [Unicode.Scalar] = []
    var fraction = 0
    var hasPoint = false
    var rest = text
    while let scalar = rest.first {
      if ("0"..."9").contains(scalar) {
        digits.append(scalar)
        if hasPoint { fraction += 1 }
      } else if scalar == "." || scalar == ",", !hasPoint, !digits.isEmpty {
        hasPoint = true
      } else {
        break
      }
      rest.removeFirst()
    }
    guard !digits.isEmpty else { return .none }
    if rest.isEmpty {
      guard hasPoint, fraction > 0, digits.suffix(fraction).allSatisfy({ $0 == "0" }) else {
        return .none
      }
      return .exact(digits.dropLast(fraction))
    }
    while rest.first == " ", hasPoint { rest.removeFirst() }
    guard rest.first == "E" || rest.first == "e" else { return .none }
    rest.removeFirst()
    if rest.first == "+" { rest.removeFirst() }
    var exponent = 0
    guard (1...3).contains(rest.count) else { return .none }
    for scalar in rest {
      guard ("0"..."9").contains(scalar) else { return .none }
      exponent = exponent * 10 + Int(scalar.value - 0x30)
    }
    while fraction > exponent, digits.last == "0" {
      digits.removeLast()
      fraction -= 1
    }
    // Exact only when the mantissa holds each digit of the whole number.
    // mutant lost-digits:
    //   `return exponent == fraction ? .exact(digits) : .shortened`
    //   -> `return .exact(digits)` (ISBNTests)
    return exponent == fraction ? .exact(digits) : .shortened
  }

  /// Takes out `ISBN`, `IBSN`, `ISBN-13:` and the like.
  private static func withoutLabels(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var index = 0
    while index < text.count {
      guard let length = labelLength(text[index...]) else {
        result.append(text[index])
        index += 1
        continue
      }
      index += length
      result.append("|")
    }
    return result
  }

  private static func labelLength(_ text: ArraySlice<Unicode.Scalar>) -> Int? {
    guard text.count >= 4 else { return nil }
    let word = text.prefix(4).map { $0.properties.uppercaseMapping }.joined()
    guard word == "ISBN" || word == "IBSN" || word == "ISNB" || word == "EAN:" else { return nil }
    var rest = text.dropFirst(4)
    if let first = rest.first, isDash(first) || first == " " { rest.removeFirst() }
    // The 13 of "ISBN-13 978…" is a number's name only when the number does not go on.
    let two = rest.prefix(2)
    guard two.elementsEqual(["1", "3"]) || two.elementsEqual(["1", "0"]) else { return 4 }
    let after = rest.dropFirst(2)
    if let next = after.first {
      if digit(next) != nil { return 4 }
      if isDash(next), let beyond = after.dropFirst().first, digit(beyond) != nil {
        // "ISBN-13-978-…": the number alone would have to be valid.
        // mutant isbn-label: `after.prefix(40)` -> `after` (LinearTimeTests)
        let rest = groups(in: Array(after.prefix(40)))
        return valid(in: rest) == nil ? 4 : text.count - after.count
      }
    }
    return text.count - after.count
  }

  private static func groups(in text: [Unicode.Scalar]) -> [Group] {
    var groups: [Group] = []
    var current = Group()
    var joins = false
    for (position, scalar) in text.enumerated() {
      if let digit = digit(scalar) {
        current.digits.append(digit)
        continue
      }
      let isLast = position + 1 == text.count || !isLetterOrDigit(text[position + 1])
      if isTen(scalar), isLast, !current.digits.isEmpty || joins {
        current.digits.append(10)
        continue
      }
      if !current.digits.isEmpty {
        current.follows = joins
        groups.append(current)
        current = Group()
        joins = true
      }
      if !isDash(scalar), !scalar.properties.isWhitespace { joins = false }
    }
    if !current.digits.isEmpty {
      current.follows = joins
      groups.append(current)
    }
    return groups
  }

  /// The first valid number made of one group or of some that follow one another.
  private static func valid(in groups: [Group]) -> ISBN? {
    for start in groups.indices {
      var digits: [UInt8] = []
      for end in start..<groups.count {
        if end > start, !groups[end].follows { break }
        digits += groups[end].digits
        guard digits.count <= 13 else { break }
        // A number goes to the end of its run, unless the next group is a number itself.
        if let isbn = ISBN(digits: digits) { return isbn }
      }
    }
    return nil
  }

  /// Nine digits of which nothing before them says that they are another kind of number. An O may
  /// stand for the zero, and an SBN never had it.
  private static func repaired(_ groups: [Group], in text: ArraySlice<Unicode.Scalar>) -> ISBN? {
    guard !groups.dropFirst().contains(where: { !$0.follows }) else { return nil }
    let digits = groups.flatMap(\.digits)
    guard digits.count == 9 else { return nil }
    var label = ""
    for scalar in text.prefix(while: { digit($0) == nil }) where scalar.properties.isAlphabetic {
      label.unicodeScalars.append(scalar)
    }
    // mutant other-number-is-not-repaired:
    //   `.contains(label.uppercased())` -> `.contains(label.isEmpty ? "" : "O")` (ISBNTests)
    guard ["", "O", "SBN", "ISBN", "IBSN", "ISNB"].contains(label.uppercased()) else { return nil }
    return ISBN(digits: [0] + digits)
  }

  /// A number in whose text other signs separate the groups, of one kind: `978.0.7653.2635.5`, and
  /// `9,780,765,326,355` as spreadsheets write it. Of ten digits there are four groups then, the last
  /// of one. Eighteen digits are a number and the price that a bar code has behind it.
  private static func separated(_ text: ArraySlice<Unicode.Scalar>) -> ISBN? {
    let text = text.drop { digit($0) == nil }
    var digits: [UInt8] = []
    var groups = 1
    var last = 0
    var sign: Unicode.Scalar?
    for scalar in text {
      if let digit = digit(scalar) {
        digits.append(digit)
        last += 1
      } else if last == 0, groups > 1 {
        return nil
      } else if isTen(scalar), last == 0 || digits.count == 9 {
        digits.append(10)
        last += 1
      } else if ".,/·•~⁃".unicodeScalars.contains(scalar), sign == nil || sign == scalar {
        sign = scalar
        groups += 1
        last = 0
      } else {
        break
      }
      guard digits.count <= 18 else { return nil }
    }
    switch digits.count {
    case 18 where groups == 1: return ISBN(digits: digits.prefix(13))
    case 13 where sign != nil: return ISBN(digits: digits)
    case 10 where groups == 4 && last == 1: return ISBN(digits: digits)
    default: return nil
    }
  }

  private static func reason(_ groups: [Group]) -> ISBNError {
    var runs: [[UInt8]] = []
    for group in groups {
      if group.follows, let last = runs.indices.last {
        runs[last] += group.digits
      } else {
        runs.append(group.digits)
      }
    }
    let run = runs.first { $0.count == 13 || $0.count == 10 } ?? runs.max { $0.count < $1.count }
    guard let run else { return .noNumber }
    switch run.count {
    case 10: return .wrongCheckDigit
    case 13 where run.starts(with: [9, 7, 9, 0]):
      let number = run.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
      return ISBN(number: number) == nil ? .wrongCheckDigit : .ismn(String(number))
    case 13:
      return run.starts(with: [9, 7, 8]) || run.starts(with: [9, 7, 9])
        ? .wrongCheckDigit : .otherArticle
    default: return .wrongLength(run.count)
    }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.value < 0x80 {
      return ("0"..."9").contains(scalar) ? UInt8(scalar.value - 0x30) : nil
    }
    guard scalar.properties.numericType == .decimal else { return nil }
    return scalar.properties.numericValue.map { UInt8($0) }
  }

  /// X, which is the check digit ten: also the Cyrillic and Greek letters that look like it, its
  /// full-width form, and the Roman ten.
  private static func isTen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "X", "x", "Х", "х", "Χ", "χ", "Ｘ", "ｘ", "Ⅹ", "ⅹ": true
    default: false
    }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || digit(scalar) != nil
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "_" || scalar.properties.isDash
  }
}
