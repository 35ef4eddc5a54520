extension JSONReader {
  /// Reads one value with all that is in it. Of two equal keys the first counts, as in SQLite's JSON
  /// functions.
  /// - Throws: what is wrong, and where.
  package mutating func value() throws(JSONError) -> JSONValue { try value(inside: 0) }

  /// Reads one value that stands inside some arrays and objects.
  mutating func value(inside depth: Int) throws(JSONError) -> JSONValue {
    guard let byte = peek() else { throw failure(.endTooEarly) }
    try spend(Self.costOfValue)
    switch byte {
    case UInt8(ascii: "\""):
      let quoted = try skipString()
      try spend(quoted.contents.count)
      return .string(try text(of: quoted))
    case UInt8(ascii: "{"): return .object(try members(inside: depth + 1))
    case UInt8(ascii: "["): return .array(try elements(inside: depth + 1))
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw failure(.unexpectedByte)
    }
  }

  private mutating func members(inside depth: Int) throws(JSONError) -> [String: JSONValue] {
    guard depth <= greatestDepth else { throw failure(.tooDeep) }
    position += 1
    // A list first: its length is then the dictionary's, which grows no more.
    var members: [(String, JSONValue)] = []
    var isFirst = true
    while let key = try nextKey(isFirst: &isFirst) {
      // Keys are compared with one another.
      try spend(Self.costOfValue + key.contents.count)
      members.append((TextForm.streamSafe(try text(of: key)), try value(inside: depth)))
    }
    return Dictionary(members, uniquingKeysWith: { first, _ in first })
  }

  private mutating func elements(inside depth: Int) throws(JSONError) -> [JSONValue] {
    guard depth <= greatestDepth else { throw failure(.tooDeep) }
    position += 1
    var elements: [JSONValue] = []
    var isFirst = true
    while try continues(until: UInt8(ascii: "]"), isFirst: &isFirst) {
      elements.append(try value(inside: depth))
    }
    return elements
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard let byte = current else { throw failure(.endTooEarly) }
      guard byte == word.utf8Start[offset] else { throw failure(.unexpectedByte) }
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    var isWhole = true
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if let byte = current, 0x30...0x39 ~= byte { throw failure(.badNumber) }
    if current == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if let sign = current, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        position += 1
      }
      try digits()
    }
    // Eighteen digits fit in any case.
    if isWhole, position - start <= 18, bytes[start] != UInt8(ascii: "-") {
      return .integer(bytes[start..<position].reduce(0) { $0 * 10 + Int64($1 - 0x30) })
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), repairs || value.isFinite else {
      throw JSONError(.badNumber, at: start)
    }
    return .number(value)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = current, 0x30...0x39 ~= byte { position += 1 }
    guard position > start else { throw failure(current == nil ? .endTooEarly : .badNumber) }
  }
}
