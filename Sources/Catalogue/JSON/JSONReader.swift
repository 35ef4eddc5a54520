/// Reads JSON (RFC 8259) from bytes that nobody vouches for.
///
/// `nextMember` and `skipValue` walk over values without looking into them and without recursion,
/// so that each item of an answer can be read by itself and fail by itself. `value` looks into one,
/// down to a depth that the caller sets.
package struct JSONReader {
  let bytes: [UInt8]
  package internal(set) var position: Int
  let end: Int
  /// Arrays and objects inside one another; the reader calls itself for each.
  let greatestDepth: Int
  /// Whether what no text or number stands for is mended instead of refused.
  let repairs: Bool
  /// About how much memory the values that are read may still take, in bytes; no limit unless the
  /// caller sets one. What is only passed takes none.
  package var room = Int.max

  /// Starts to read a part of the bytes.
  /// - Parameters:
  ///   - bytes: the text, UTF-8.
  ///   - range: the part to read, in bytes.
  ///   - greatestDepth: how many arrays and objects may stand inside one another.
  ///   - repairs: whether half of a surrogate pair and bytes that are not UTF-8 become U+FFFD, and
  ///     a number out of range infinity. What is asked of a stranger is better refused; what is
  ///     kept must not be lost for one letter.
  package init(
    _ bytes: [UInt8], in range: Range<Int>, greatestDepth: Int = 32, repairs: Bool = false
  ) {
    self.bytes = bytes
    position = max(range.lowerBound, 0)
    end = min(range.upperBound, bytes.count)
    self.greatestDepth = greatestDepth
    self.repairs = repairs
  }

  /// A reader of what is kept here, or given by its owner.
  init(repairing json: Span<UInt8>) {
    let bytes = json.withUnsafeBufferPointer(Array.init)
    self.init(bytes, in: 0..<bytes.count, greatestDepth: 128, repairs: true)
  }

  /// What a value takes besides its text.
  static let costOfValue = 32

  /// Counts memory that a value takes.
  @inline(__always)
  mutating func spend(_ bytes: Int) throws(JSONError) {
    // mutant json-value-room: `room >= bytes` -> `true` (HostileAnswerTests)
    guard room >= bytes else { throw failure(.tooLarge) }
    room -= bytes
  }

  func failure(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: position) }

  /// The byte at the position, or nil at the end.
  var current: UInt8? { position < end ? bytes[position] : nil }

  /// Skips white space.
  /// - Returns: the byte that follows, or nil at the end.
  @inline(__always)
  @discardableResult
  package mutating func peek() -> UInt8? {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// Demands a byte, behind white space.
  @inline(__always)
  package mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard let next = peek() else { throw failure(.endTooEarly) }
    guard next == byte else { throw failure(.unexpectedByte) }
    position += 1
  }

  /// Demands that only white space is left.
  package mutating func expectEnd() throws(JSONError) {
    if peek() != nil { throw failure(.afterTheEnd) }
  }

  /// Where a string stands, without its quotes.
  struct Quoted {
    let contents: Range<Int>
    /// Whether it holds neither escapes nor control characters.
    let isPlain: Bool
  }

  /// A member of an object, not looked into yet.
  package struct Member {
    let key: Quoted
    /// Where its value stands.
    package let value: Range<Int>
  }

  /// Walks to the next member of the object that was opened by `expect` of a brace.
  /// - Parameter isFirst: true for the first call; set to false.
  /// - Returns: the member, or nil behind the closing brace.
  package mutating func nextMember(isFirst: inout Bool) throws(JSONError) -> Member? {
    guard let key = try nextKey(isFirst: &isFirst) else { return nil }
    peek()
    let start = position
    try skipValue()
    return Member(key: key, value: start..<position)
  }

  /// Walks past the next key of the object that was opened by `expect` of a brace, and its colon.
  /// - Parameter isFirst: true for the first call; set to false.
  /// - Returns: the key, empty when it is no valid text; nil behind the closing brace.
  package mutating func nextName(isFirst: inout Bool) throws(JSONError) -> String? {
    guard let key = try nextKey(isFirst: &isFirst) else { return nil }
    return (try? text(of: key)) ?? ""
  }

  /// Walks past the next key of the object that was opened by `expect` of a brace, and its colon.
  /// - Parameter isFirst: true for the first call; set to false.
  /// - Returns: the key's bytes, none when it is no valid text; nil behind the closing brace.
  package mutating func nextKeyBytes(
    isFirst: inout Bool
  ) throws(JSONError) -> ArraySlice<UInt8>? {
    guard let key = try nextKey(isFirst: &isFirst) else { return nil }
    if key.isPlain { return bytes[key.contents] }
    return Array(((try? text(of: key)) ?? "").utf8)[...]
  }

  /// Walks past the next key of an object and its colon.
  /// - Parameter isFirst: true for the first call; set to false.
  /// - Returns: the key, or nil behind the closing brace.
  @inline(__always)
  mutating func nextKey(isFirst: inout Bool) throws(JSONError) -> Quoted? {
    guard try continues(until: UInt8(ascii: "}"), isFirst: &isFirst) else { return nil }
    guard let quote = peek() else { throw failure(.endTooEarly) }
    guard quote == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
    let key = try skipString()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Walks to the next element of the array that was opened by `expect` of a bracket.
  /// - Parameter isFirst: true for the first call; set to false.
  /// - Returns: where the element stands, or nil behind the closing bracket.
  package mutating func nextElement(isFirst: inout Bool) throws(JSONError) -> Range<Int>? {
    guard try continues(until: UInt8(ascii: "]"), isFirst: &isFirst) else { return nil }
    peek()
    let start = position
    try skipValue()
    return start..<position
  }

  /// Walks past the comma before the next element, or past the closing bracket.
  @inline(__always)
  mutating func continues(
    until bracket: UInt8, isFirst: inout Bool
  ) throws(JSONError) -> Bool {
    guard let byte = peek() else { throw failure(.endTooEarly) }
    if byte == bracket {
      position += 1
      return false
    }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }

  /// Walks over the string that begins here, looking only for its end.
  mutating func skipString() throws(JSONError) -> Quoted {
    let start = position + 1
    let found = bytes.withUnsafeBufferPointer { StringEnd(in: $0, from: start, to: end) }
    guard let quote = found.quote else {
      position = end
      throw failure(.endTooEarly)
    }
    position = quote + 1
    return Quoted(contents: start..<quote, isPlain: found.isPlain)
  }

  /// Walks over one value, however deep, looking only at brackets and strings.
  package mutating func skipValue() throws(JSONError) {
    guard let first = peek() else { throw failure(.endTooEarly) }
    if first == UInt8(ascii: "\"") {
      _ = try skipString()
      return
    }
    let start = position
    let reason: JSONError.Reason?
    (position, reason) = bytes.withUnsafeBufferPointer {
      Self.valueEnd(in: $0, from: start, to: end)
    }
    if let reason { throw failure(reason) }
  }

  /// Where a value that is no string ends, or what is wrong where.
  private static func valueEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> (position: Int, reason: JSONError.Reason?) {
    var depth = 0
    var index = start
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        if depth == 0 { return (index, .unexpectedByte) }
        guard let quote = StringEnd(in: bytes, from: index + 1, to: end).quote else {
          return (end, .endTooEarly)
        }
        index = quote
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 0, index != start { return (index, .unexpectedByte) }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return (index, index == start ? .unexpectedByte : nil) }
        depth -= 1
        if depth == 0 { return (index + 1, nil) }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return (index, index == start ? .unexpectedByte : nil) }
      default: break
      }
      index += 1
    }
    if depth > 0 { return (index, .endTooEarly) }
    return (index, index == start ? .unexpectedByte : nil)
  }
}
