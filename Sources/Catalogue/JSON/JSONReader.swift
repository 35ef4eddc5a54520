/// Reads JSON (RFC 8259) from bytes, value by value.
struct JSONReader {
  /// Arrays and objects inside one another; the reader calls itself for each.
  static let greatestDepth = 128

  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  func failure(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: offset) }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// Checks that nothing but white space follows.
  mutating func end() throws(JSONError) {
    skipSpace()
    guard offset == bytes.count else { throw failure(.afterTheEnd) }
  }

  mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    guard let byte = current else { throw failure(.endTooEarly) }
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"):
      var members: [String: JSONValue] = [:]
      try object { reader, key throws(JSONError) in
        let value = try reader.value()
        if members[key] == nil { members[key] = value }
      }
      return .object(members)
    case UInt8(ascii: "["):
      return .array(try array())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw failure(.unexpectedByte)
    }
  }

  /// Reads an object; `member` is called after each key and must read its value.
  mutating func object(
    _ member: (inout JSONReader, String) throws(JSONError) -> Void
  ) throws(JSONError) {
    skipSpace()
    guard current == UInt8(ascii: "{") else {
      throw failure(current == nil ? .endTooEarly : .notAnObject)
    }
    try enter()
    if try closes(with: UInt8(ascii: "}")) { return }
    while true {
      skipSpace()
      guard let byte = current else { throw failure(.endTooEarly) }
      guard byte == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
      let key = try string()
      skipSpace()
      guard let colon = current else { throw failure(.endTooEarly) }
      guard colon == UInt8(ascii: ":") else { throw failure(.unexpectedByte) }
      offset += 1
      try member(&self, key)
      if try !continues(until: UInt8(ascii: "}")) { return }
    }
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    try enter()
    var elements: [JSONValue] = []
    if try closes(with: UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value())
      if try !continues(until: UInt8(ascii: "]")) { return elements }
    }
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= Self.greatestDepth else { throw failure(.tooDeep) }
    offset += 1
  }

  private mutating func closes(with bracket: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    guard let byte = current else { throw failure(.endTooEarly) }
    guard byte == bracket else { return false }
    offset += 1
    depth -= 1
    return true
  }

  private mutating func continues(until bracket: UInt8) throws(JSONError) -> Bool {
    if try closes(with: bracket) { return false }
    guard bytes[offset] == UInt8(ascii: ",") else { throw failure(.unexpectedByte) }
    offset += 1
    return true
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for position in 0..<word.utf8CodeUnitCount {
      guard let byte = current else { throw failure(.endTooEarly) }
      guard byte == word.utf8Start[position] else { throw failure(.unexpectedByte) }
      offset += 1
    }
    return value
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while let byte = current, byte >= 0x30, byte <= 0x39 { offset += 1 }
    guard offset > start else { throw failure(current == nil ? .endTooEarly : .badNumber) }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    var isWhole = true
    if current == UInt8(ascii: "-") { offset += 1 }
    if current == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if let byte = current, byte >= 0x30, byte <= 0x39 { throw failure(.badNumber) }
    if current == UInt8(ascii: ".") {
      isWhole = false
      offset += 1
      try digits()
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      offset += 1
      if let sign = current, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text) else { throw failure(.badNumber) }
    return .number(value)
  }

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    let start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        offset += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try stringWithEscapes(from: start) }
      if byte < 0x20 { throw failure(.controlCharacter) }
      offset += 1
    }
    throw failure(.endTooEarly)
  }

  private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
    var text = Array(bytes[start..<offset])
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") {
        offset += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte < 0x20 { throw failure(.controlCharacter) }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        offset += 1
        continue
      }
      offset += 1
      guard let escape = current else { throw failure(.endTooEarly) }
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        text.append(contentsOf: UTF8.encode(try scalar()) ?? UTF8.encodedReplacementCharacter)
        continue
      default: throw failure(.badEscape)
      }
      offset += 1
    }
    throw failure(.endTooEarly)
  }

  /// Reads what follows the backslash of `\uXXXX`, with the second half of a pair if it is there.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let start = offset
    offset += 1
    let second = try codeUnit()
    guard second >= 0xDC00, second <= 0xDFFF else {
      offset = start
      return "\u{FFFD}"
    }
    let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    offset += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw failure(.endTooEarly) }
      guard let digit = Hexadecimal.value(of: byte) else { throw failure(.badEscape) }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }
}
