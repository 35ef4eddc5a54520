import Catalogue

/// Finds the ISBNs in a text that holds other things too.
struct ISBNFinder {
  /// Whether ten digits count only where something says that they are an ISBN: the word before them,
  /// or the dashes of its four groups. Telephone numbers have ten digits, too.
  let isStrict: Bool

  /// The valid numbers in the order in which they stand, each once.
  /// - Complexity: O(the text's length)
  func isbns(in text: String) -> [ISBN] {
    var found = Distinct<ISBN>()
    let scalars = Array(text.unicodeScalars)
    var index = 0
    var isLabelled = false
    while index < scalars.count {
      if Self.isLabel(scalars, at: index) {
        isLabelled = true
        index += 4
        // `ISBN-13`, `ISBN 10:` are names.
        index += Self.lengthOfKind(scalars, at: index)
        continue
      }
      guard Self.digit(scalars[index]) != nil, !Self.continues(scalars, at: index) else {
        index += 1
        continue
      }
      let groups = Self.groups(scalars, from: index)
      for isbn in numbers(in: groups.digits, isLabelled) { found.insert(isbn) }
      isLabelled = false
      index = groups.end
    }
    return found.values
  }

  private func numbers(in groups: [String], _ isLabelled: Bool) -> [ISBN] {
    var found: [ISBN] = []
    var start = 0
    while start < groups.count {
      var digits = ""
      var end = start
      var number: (isbn: ISBN, end: Int)?
      while end < groups.count, digits.utf8.count < 13 {
        digits += groups[end]
        end += 1
        let isWhole = digits.utf8.count == 13 || digits.utf8.count == 10
        guard isWhole, let isbn = try? ISBN.read(digits).isbn else { continue }
        if digits.utf8.count == 10, isStrict, !isLabelled, end - start != 4 { continue }
        // The longer one counts: ten of its digits may by chance be valid, too.
        number = (isbn, end)
      }
      if let number {
        found.append(number.isbn)
        start = number.end
      } else {
        start += 1
      }
    }
    return found
  }

  /// Groups of digits with one dash or space between them; an X may end one.
  private static func groups(
    _ scalars: [Unicode.Scalar], from start: Int
  ) -> (digits: [String], end: Int) {
    var groups: [String] = []
    var current = ""
    var index = start
    while index < scalars.count {
      if let digit = digit(scalars[index]) {
        current.append(digit)
      } else if scalars[index] == "X" || scalars[index] == "x", !isWord(scalars, at: index + 1) {
        current.append("X")
      } else if !current.isEmpty, isSeparator(scalars[index]), index + 1 < scalars.count,
        digit(scalars[index + 1]) != nil || isLoneX(scalars, at: index + 1)
      {
        groups.append(current)
        current = ""
      } else {
        break
      }
      index += 1
    }
    if !current.isEmpty { groups.append(current) }
    return (groups, max(index, start + 1))
  }

  private static func isLoneX(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    (scalars[index] == "X" || scalars[index] == "x") && !isWord(scalars, at: index + 1)
  }

  private static func isWord(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    index < scalars.count
      && (scalars[index].properties.isAlphabetic || digit(scalars[index]) != nil)
  }

  /// Whether a digit is a part of a word or number that began before it.
  private static func continues(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    index > 0
      && (scalars[index - 1].properties.isAlphabetic || digit(scalars[index - 1]) != nil)
      && !(index >= 4 && isLabel(scalars, at: index - 4))
  }

  private static func isLabel(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard index + 4 <= scalars.count else { return false }
    return zip(scalars[index..<index + 4], "ISBN".unicodeScalars).allSatisfy {
      $0 == $1 || $0.value == $1.value + 32
    }
  }

  private static func lengthOfKind(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    let rest = scalars[index...].prefix(4)
    let kind = rest.first.map { isSeparator($0) } == true ? rest.dropFirst() : rest
    guard kind.starts(with: ["1", "3"]) || kind.starts(with: ["1", "0"]) else { return 0 }
    let after = kind.dropFirst(2).first
    return after.map { digit($0) != nil || isDash($0) } == true
      ? 0 : kind.startIndex + 2 - index
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Character? {
    if scalar.value < 0x80 { return ("0"..."9").contains(scalar) ? Character(scalar) : nil }
    guard scalar.properties.numericType == .decimal,
      let value = scalar.properties.numericValue, value >= 0, value <= 9
    else { return nil }
    return Character(String(Int(value)))
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    isDash(scalar) || scalar == " " || scalar == "\u{A0}" || scalar == "\u{202F}"
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar.value >= 0x80 && scalar.properties.isDash
  }
}
