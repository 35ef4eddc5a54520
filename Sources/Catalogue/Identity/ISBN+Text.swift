extension ISBN {
  /// An ISBN with what had to be done to read it.
  public struct Reading: Hashable, Sendable {
    public let isbn: ISBN
    /// True when a lost leading zero was put back: nine characters whose check digit agrees.
    public let isRepaired: Bool
  }

  /// Reads an ISBN from text as people, shops and spreadsheets write it.
  ///
  /// Ten or thirteen digits, dashes and spaces of all kinds between them, a label before, remarks
  /// behind, a spreadsheet's `="…"`. Of several numbers the first valid one counts.
  /// - Throws: why there is none. Thirteen digits that begin otherwise than 978 or 979 are never
  ///   converted, and digits that a spreadsheet dropped are never guessed.
  public init(parsing text: String) throws(ISBNError) {
    self = try Self.read(text).isbn
  }

  /// Reads an ISBN as `init(parsing:)` does, and tells whether it was repaired.
  public static func read(_ text: String) throws(ISBNError) -> Reading {
    if let isbn = ISBN(plainDigits: text) {
      if isbn.isFiller { throw .placeholder }
      return Reading(isbn: isbn, isRepaired: false)
    }
    var scanner = ISBNScanner(text)
    return try scanner.read()
  }

  /// The ten-digit form; nil for numbers that begin with 979, which have none.
  public var isbn10: String? {
    guard number / 10_000_000_000 == 978 else { return nil }
    let nine = number / 10 % 1_000_000_000
    var rest = nine
    var sum: UInt64 = 0
    for weight in 2...10 {
      sum += rest % 10 * UInt64(weight)
      rest /= 10
    }
    let check = (11 - sum % 11) % 11
    let digits = String(nine)
    return String(repeating: "0", count: 9 - digits.utf8.count) + digits
      + (check == 10 ? "X" : String(check))
  }

  /// Thirteen digits that are the number of printed music.
  static func isMusic(_ number: UInt64) -> Bool { number / 1_000_000_000 == 9790 }

  /// Whether all ten digits are zeros or nines, as programs write them for a number that is not known.
  // mutant filler-is-no-number: `number == 9_780_000_000_002 ||` -> `` (ISBNTests)
  package var isFiller: Bool { number == 9_780_000_000_002 || number == 9_789_999_999_991 }

  /// Makes an ISBN from digits, as they stand in a text: 10 (the last may be 10, for X) or 13.
  init?(digits: some Collection<UInt8>) {
    var number: UInt64 = 0
    switch digits.count {
    case 13:
      for digit in digits {
        guard digit < 10 else { return nil }
        number = number * 10 + UInt64(digit)
      }
      guard !Self.isMusic(number) else { return nil }
      self.init(number: number)
    case 10:
      var sum: UInt64 = 0
      var weight: UInt64 = 10
      for digit in digits {
        guard digit < 10 || digit == 10 && weight == 1 else { return nil }
        sum += UInt64(digit) * weight
        if weight > 1 { number = number * 10 + UInt64(digit) }
        weight -= 1
      }
      guard sum % 11 == 0 else { return nil }
      self.init(nineDigits: number)
    default: return nil
    }
  }

  /// Makes the ISBN-13 whose first twelve digits are 978 and nine others.
  private init?(nineDigits: UInt64) {
    let twelve = 978_000_000_000 + nineDigits
    var sum: UInt64 = 0
    var rest = twelve
    for position in 0..<12 {
      sum += rest % 10 * (position % 2 == 0 ? 3 : 1)
      rest /= 10
    }
    self.init(number: twelve * 10 + (10 - sum % 10) % 10)
  }

  /// The usual case, quickly: nothing but 10 or 13 ASCII digits, or nine and an X.
  private init?(plainDigits text: String) {
    let isbn = text.utf8.withContiguousStorageIfAvailable { ISBN(plainDigits: $0) }
    guard let isbn, let isbn else { return nil }
    self = isbn
  }

  /// Makes an ISBN from bytes that are 10 or 13 ASCII digits, or nine and an X, and nothing else.
  package init?(plainDigits bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 13 || bytes.count == 10 else { return nil }
    var number: UInt64 = 0
    var sum: UInt64 = 0
    var weight = UInt64(bytes.count)
    for byte in bytes {
      let digit: UInt64
      switch byte {
      case 0x30...0x39: digit = UInt64(byte - 0x30)
      case UInt8(ascii: "X") where weight == 1 && bytes.count == 10: digit = 10
      default: return nil
      }
      number = number * 10 + (digit == 10 ? 0 : digit)
      sum += digit * weight
      weight -= 1
    }
    if bytes.count == 13 {
      guard !Self.isMusic(number) else { return nil }
      self.init(number: number)
    } else {
      guard sum % 11 == 0 else { return nil }
      self.init(nineDigits: number / 10)
    }
  }
}
