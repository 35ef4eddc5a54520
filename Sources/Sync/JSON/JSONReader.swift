import Catalogue
import Glibc

/// Reads JSON (RFC 8259) from bytes that nobody vouches for.
///
/// It is made for answers in which one item may be bad: `nextMember` and `skipValue` walk over
/// values without looking into them and without recursion, so each item can be read by itself and
/// fail by itself. `value` looks into one, down to `maximumDepth`.
struct JSONReader {
  /// What is wrong with the bytes, and at which offset.
  enum Fault: Error, Hashable {
    case cut
    case unexpected(at: Int)
    case badText(at: Int)
    case badNumber(at: Int)
    case tooDeep(at: Int)
  }

  /// A member of an object: where its key stands (without the quotes) and where its value stands.
  struct Member {
    let key: Range<Int>
    let keyHasEscapes: Bool
    let value: Range<Int>
  }

  static let maximumDepth = 32

  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  /// - Parameters:
  ///   - bytes: the text, UTF-8.
  ///   - range: the part to read.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  // MARK: - Walking

  /// Skips white space.
  /// - Returns: the byte that follows, or nil at the end.
  @discardableResult
  mutating func peek() -> UInt8? {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case let byte: return byte
      }
    }
    return nil
  }

  mutating func expect(_ byte: UInt8) throws(Fault) {
    guard let next = peek() else { throw .cut }
    guard next == byte else { throw .unexpected(at: position) }
    position += 1
  }

  /// Demands that only white space is left.
  mutating func expectEnd() throws(Fault) {
    if peek() != nil { throw .unexpected(at: position) }
  }

  /// Walks to the next member of the object that was opened by `expect` of a brace.
  /// - Parameter isFirst: true for the first call; set to false.
  /// - Returns: the member, or nil behind the closing brace.
  mutating func nextMember(isFirst: inout Bool) throws(Fault) -> Member? {
    guard let byte = peek() else { throw .cut }
    if byte == UInt8(ascii: "}") {
      position += 1
      return nil
    }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    guard let quote = peek() else { throw .cut }
    guard quote == UInt8(ascii: "\"") else { throw .unexpected(at: position) }
    let hasEscapes = try skipString()
    let key = keyStart..<(position - 1)
    try expect(UInt8(ascii: ":"))
    peek()
    let start = position
    try skipValue()
    return Member(key: key, keyHasEscapes: hasEscapes, value: start..<position)
  }

  /// Where the string that `skipString` skipped last begins.
  private var keyStart = 0

  private mutating func skipString() throws(Fault) -> Bool {
    position += 1
    keyStart = position
    var hasEscapes = false
    // The quote found is kept, or a text full of escapes would be searched again and again.
    var quote = -1
    while true {
      if quote < position {
        guard let next = first(UInt8(ascii: "\""), in: position..<end) else { break }
        quote = next
      }
      guard let escape = first(UInt8(ascii: "\\"), in: position..<quote) else {
        position = quote + 1
        return hasEscapes
      }
      hasEscapes = true
      position = escape + 2
    }
    position = end
    throw .cut
  }

  /// The first place of a byte.
  /// - Complexity: O(n), at the speed of `memchr`
  private func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    guard range.lowerBound < range.upperBound else { return nil }
    return bytes[range].withUnsafeBytes { part in
      guard let base = part.baseAddress, let found = memchr(base, Int32(byte), part.count) else {
        return nil
      }
      return range.lowerBound + (UnsafeRawPointer(found) - base)
    }
  }

  /// Walks over one value, however deep, looking only at brackets and strings.
  mutating func skipValue() throws(Fault) {
    guard let first = peek() else { throw .cut }
    if first == UInt8(ascii: "\"") {
      _ = try skipString()
      return
    }
    var depth = 0
    let start = position
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        if depth == 0 { throw .unexpected(at: position) }
        _ = try skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 0, position != start { throw .unexpected(at: position) }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return try endScalar(from: start) }
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return try endScalar(from: start) }
      default: break
      }
      position += 1
    }
    if depth > 0 { throw .cut }
    try endScalar(from: start)
  }

  private func endScalar(from start: Int) throws(Fault) {
    if position == start { throw .unexpected(at: position) }
  }

  /// Whether a member has a key.
  /// - Complexity: O(the key's length)
  func key(of member: Member, is name: StaticString) -> Bool {
    if member.keyHasEscapes { return key(of: member) == name.description }
    let length = name.utf8CodeUnitCount
    guard member.key.count == length else { return false }
    for offset in 0..<length where bytes[member.key.lowerBound + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }

  /// A member's key as text; nil when it is no valid text.
  func key(of member: Member) -> String? {
    var reader = JSONReader(bytes, in: (member.key.lowerBound - 1)..<(member.key.upperBound + 1))
    return try? reader.string()
  }

  // MARK: - Reading

  /// Reads one value with all that is in it.
  mutating func value() throws(Fault) -> JSONValue { try value(depth: 0) }

  private mutating func value(depth: Int) throws(Fault) -> JSONValue {
    guard let byte = peek() else { throw .cut }
    if depth > Self.maximumDepth { throw .tooDeep(at: position) }
    switch byte {
    case UInt8(ascii: "{"):
      position += 1
      var members: [String: JSONValue] = [:]
      if peek() == UInt8(ascii: "}") {
        position += 1
        return .object(members)
      }
      while true {
        guard peek() == UInt8(ascii: "\"") else {
          throw position < end ? .unexpected(at: position) : .cut
        }
        let key = try string()
        try expect(UInt8(ascii: ":"))
        members[key] = try value(depth: depth + 1)
        if peek() == UInt8(ascii: ",") {
          position += 1
        } else {
          try expect(UInt8(ascii: "}"))
          return .object(members)
        }
      }
    case UInt8(ascii: "["):
      position += 1
      var elements: [JSONValue] = []
      if peek() == UInt8(ascii: "]") {
        position += 1
        return .array(elements)
      }
      while true {
        elements.append(try value(depth: depth + 1))
        if peek() == UInt8(ascii: ",") {
          position += 1
        } else {
          try expect(UInt8(ascii: "]"))
          return .array(elements)
        }
      }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Fault) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard position < end else { throw .cut }
      guard bytes[position] == word.utf8Start[offset] else { throw .unexpected(at: position) }
      position += 1
    }
    return value
  }

  private mutating func number() throws(Fault) -> JSONValue {
    let start = position
    var isInteger = true
    if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
    try digits()
    if position < end, bytes[position] == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      try digits()
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < end,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try digits()
    }
    guard position - start <= 40 else { throw .badNumber(at: start) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else { throw .badNumber(at: start) }
    return .number(double)
  }

  private mutating func digits() throws(Fault) {
    let start = position
    while position < end, 0x30...0x39 ~= bytes[position] { position += 1 }
    if position == start { throw position < end ? .unexpected(at: position) : .cut }
  }

  /// Reads a string. A lone surrogate, invalid UTF-8 and a bare control character are faults: there
  /// is no text that they would stand for.
  mutating func string() throws(Fault) -> String {
    let opening = position
    let hasEscapes = try skipString()
    let contents = keyStart..<(position - 1)
    if !hasEscapes {
      for index in contents where bytes[index] < 0x20 { throw .badText(at: index) }
      guard let text = Self.text(bytes.span.extracting(contents)) else {
        throw .badText(at: opening)
      }
      return text
    }
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(contents.count)
    var index = contents.lowerBound
    while index < contents.upperBound {
      let byte = bytes[index]
      guard byte >= 0x20 else { throw .badText(at: index) }
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        unescaped.append(byte)
        continue
      }
      guard index < contents.upperBound else { throw .badText(at: index) }
      let kind = bytes[index]
      index += 1
      switch kind {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(kind)
      case UInt8(ascii: "b"): unescaped.append(0x08)
      case UInt8(ascii: "f"): unescaped.append(0x0C)
      case UInt8(ascii: "n"): unescaped.append(0x0A)
      case UInt8(ascii: "r"): unescaped.append(0x0D)
      case UInt8(ascii: "t"): unescaped.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = try escapedScalar(at: &index, before: contents.upperBound)
        unescaped.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      default: throw .unexpected(at: index - 1)
      }
    }
    guard let text = Self.text(unescaped.span) else { throw .badText(at: opening) }
    return text
  }

  private static func text(_ bytes: Span<UInt8>) -> String? {
    // `String(validating:)` does the same, but is generic and not specialised here.
    do {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      return nil
    }
  }

  private func escapedScalar(
    at index: inout Int, before limit: Int
  ) throws(Fault) -> Unicode.Scalar {
    let first = try fourDigits(at: &index, before: limit)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard 0xD800..<0xDC00 ~= first, index + 2 <= limit, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { throw .badText(at: index) }
    index += 2
    let second = try fourDigits(at: &index, before: limit)
    guard 0xDC00..<0xE000 ~= second,
      let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .badText(at: index) }
    return scalar
  }

  private func fourDigits(at index: inout Int, before limit: Int) throws(Fault) -> UInt32 {
    guard index + 4 <= limit else { throw .badText(at: index) }
    var word: UInt32 = 0
    for _ in 0..<4 {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): word = word << 4 | UInt32(byte - 0x57)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): word = word << 4 | UInt32(byte - 0x37)
      default: throw .badText(at: index)
      }
      index += 1
    }
    return word
  }
}
