/// The text of a date as bytes that are looked at one by one.
enum DateText {
  /// In small letters; digits of all scripts as ASCII ones, supplied digits
  /// without their brackets, dashes as `-`, `©` as `c`, and the signs
  /// for year, month and day of Chinese and Japanese as `-`.
  static func plain(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var endsInSign = false
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      bytes = text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    } else {
      for scalar in text.unicodeScalars {
        endsInSign = false
        switch scalar {
        case "©": bytes.append(UInt8(ascii: "c"))
        case "年", "月", "日", "년", "월", "일":
          bytes.append(.dash)
          endsInSign = true
        case _ where scalar.properties.numericType == .decimal:
          let digit = UInt8(exactly: scalar.properties.numericValue ?? 0) ?? 0
          bytes.append(0x30 + digit % 10)
        case _ where scalar.properties.isDash: bytes.append(.dash)
        case _ where scalar.properties.isWhitespace: bytes.append(0x20)
        default: bytes += scalar.properties.lowercaseMapping.utf8
        }
      }
      if endsInSign { bytes.removeLast() }
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    if bytes.contains(UInt8(ascii: "[")) {
      // "[19]99": two digits were supplied.
      bytes = bytes.indices.filter { index in
        let isBracket = bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "]")
        return !isBracket || index == 0 || !bytes.isDigit(index - 1) || !bytes.isDigit(index + 1)
      }.map { bytes[$0] }
    }
    let blanks = bytes.prefix { $0 == 0x20 }.count
    bytes.removeFirst(blanks)
    return bytes
  }
}

extension UInt8 {
  static let dash = UInt8(ascii: "-")
}

extension Array where Element == UInt8 {
  func byte(_ index: Int) -> UInt8? { index < count ? self[index] : nil }

  func isDigit(_ index: Int) -> Bool { index < count && self[index] >= 0x30 && self[index] <= 0x39 }

  func isLetter(_ index: Int) -> Bool {
    index >= 0 && index < count && self[index] >= 0x61 && self[index] <= 0x7A
  }

  /// The value of digits that are known to be some; four at most are asked for.
  func number(_ range: Range<Int>) -> Int { range.reduce(0) { $0 * 10 + Int(self[$1] - 0x30) } }

  func firstRange(of word: String) -> Int? {
    let word = Array(word.utf8)
    guard let first = word.first else { return nil }
    return indices.first { self[$0] == first && self[$0...].starts(with: word) }
  }

  /// Whether a word stands at a place, perhaps behind a space and with points between its letters:
  /// `bc`, ` b.c.`, `v. chr.`
  func isWord(_ word: String, at index: Int) -> Bool {
    var index = index
    while byte(index) == 0x20 { index += 1 }
    for byte in word.utf8 {
      if self.byte(index) == UInt8(ascii: ".") {
        index += 1
        if self.byte(index) == 0x20 { index += 1 }
      }
      guard self.byte(index) == byte else { return false }
      index += 1
    }
    return !isLetter(index)
  }

  /// Whether a word of two letters stands before a place: `ah 1420`, `a.h. 1420`.
  func endsInWord(_ word: String, at index: Int) -> Bool {
    var before = self[..<index]
    for byte in word.utf8.reversed() {
      while let last = before.last, last == 0x20 || last == UInt8(ascii: ".") {
        before.removeLast()
      }
      guard before.last == byte else { return false }
      before.removeLast()
    }
    return !isLetter(before.endIndex - 1)
  }
}
