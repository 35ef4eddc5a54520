import Catalogue

/// A secret that must not come back in what a server says, in any of the forms in which servers
/// repeat what they were sent: raw, percent-encoded, with JSON's escapes, in Base64.
struct Secret: Sendable {
  /// What takes its place.
  static let mask = Array("[token]".utf8)
  /// Shorter ones are looked for as words of their own: else they would be found in ordinary titles.
  private static let shortest = 8

  private let bytes: [UInt8]
  /// What it looks like in Base64, by how many bytes of a group of three come before it.
  private let encoded: [[UInt8]]
  private let isWord: Bool

  /// - Returns: nil for an empty text.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { return nil }
    isWord = bytes.count < Self.shortest
    // Backslashes in a row count as one, since each level of escapes doubles them.
    self.bytes = bytes.enumerated()
      .filter { $1 != Self.backslash || $0 == 0 || bytes[$0 - 1] != Self.backslash }.map(\.1)
    let forms = (0..<3).map { Self.base64(bytes, skipped: $0) }
    // A few letters would be found anywhere.
    encoded = (forms + forms.map(Self.forURLs)).filter { $0.count >= 4 }
  }

  /// A text with the mask in the place of the secret; nil when it does not hold it.
  /// - Complexity: O(bytes · length of the secret)
  func masked(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var masked: [UInt8] = []
    /// The end of what has been taken over into `masked`.
    var end = 0
    var start = 0
    while start < bytes.count {
      guard let next = self.end(of: bytes, from: start) else {
        start += 1
        continue
      }
      masked += bytes[end..<start] + Self.mask
      start = next
      end = next
    }
    if end == 0 { return nil }
    return String(decoding: masked + bytes[end...], as: UTF8.self)
  }

  /// A value with the mask in its texts.
  /// - Parameter keysToo: whether the names of members come from the server as well.
  func masked(_ value: JSONValue, keysToo: Bool) -> JSONValue {
    switch value {
    case .string(let text): .string(masked(text) ?? text)
    case .array(let elements): .array(elements.map { masked($0, keysToo: keysToo) })
    case .object(let members):
      .object(
        Dictionary(
          members.map { key, member in
            (keysToo ? masked(key) ?? key : key, masked(member, keysToo: keysToo))
          }, uniquingKeysWith: { first, _ in first }))
    case .null, .bool, .integer, .number: value
    }
  }

  // MARK: Finding it

  private static let backslash = UInt8(ascii: "\\")

  /// Where the secret ends that begins at a place; nil: it does not begin there.
  private func end(of text: [UInt8], from start: Int) -> Int? {
    // mutant base64-of-a-secret: `for form in encoded` -> `for form in encoded.prefix(0)` (SecretTests)
    for form in encoded where text[start] == form[0] && text[start...].starts(with: form) {
      return start + form.count
    }
    var place = start
    for byte in bytes {
      guard let next = end(of: byte, in: text, from: place) else { return nil }
      place = next
    }
    guard isWord else { return place }
    let isApart =
      (start == 0 || !Self.isLetter(text[start - 1]))
      && (place == text.count || !Self.isLetter(text[place]))
    return isApart ? place : nil
  }

  /// Where one byte of the secret ends, however it is written: `/`, `\/`, `\u002f`, `%2F`, `%252f`.
  private func end(of byte: UInt8, in text: [UInt8], from start: Int) -> Int? {
    var place = start
    while place < text.count, text[place] == Self.backslash { place += 1 }
    let isEscaped = place > start
    // mutant escapes-of-a-secret: `if isEscaped,` -> `if false,` (SecretTests)
    if isEscaped, place < text.count, text[place] == UInt8(ascii: "u"),
      let end = end(of: [0, byte], in: text, from: place + 1)
    {
      return end
    }
    if byte == Self.backslash, isEscaped { return place }
    guard place < text.count else { return nil }
    if isSame(text[place], byte) { return place + 1 }
    // mutant percent-codes-of-a-secret: `guard text[place] == UInt8(ascii: "%")` -> `guard false` (SecretTests)
    guard text[place] == UInt8(ascii: "%") else { return nil }
    place += 1
    while byte != UInt8(ascii: "%"), text[place...].starts(with: "25".utf8) { place += 2 }
    return end(of: [byte], in: text, from: place)
  }

  /// Where bytes in hexadecimal digits end.
  private func end(of bytes: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    let end = start + 2 * bytes.count
    guard end <= text.count else { return nil }
    for (index, byte) in bytes.enumerated() {
      let digits = text[start + 2 * index..<start + 2 * index + 2]
      guard let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
        isSame(value, byte)
      else { return nil }
    }
    return end
  }

  /// Whether two bytes are the same; capitals make no difference but for a short secret.
  private func isSame(_ one: UInt8, _ other: UInt8) -> Bool {
    one == other || !isWord && Self.lowercase(one) == Self.lowercase(other)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercase(byte)
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  // MARK: Base64

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The letters of Base64 (RFC 4648) that depend on these bytes alone.
  /// - Parameter skipped: how many bytes of a group of three come before them.
  private static func base64(_ bytes: [UInt8], skipped: Int) -> [UInt8] {
    let padded = [UInt8](repeating: 0, count: skipped) + bytes
    let letters = padded.count * 8 / 6
    let first = (skipped * 8 + 5) / 6
    guard first < letters else { return [] }
    return (first..<letters).map { letter in
      let bit = letter * 6
      let high = Int(padded[bit / 8]) << 8
      let low = bit / 8 + 1 < padded.count ? Int(padded[bit / 8 + 1]) : 0
      return alphabet[(high | low) >> (10 - bit % 8) & 63]
    }
  }

  private static func forURLs(_ encoded: [UInt8]) -> [UInt8] {
    encoded.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
  }
}
