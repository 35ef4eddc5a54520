extension JSONReader {
  /// Whether a member has a key.
  /// - Complexity: O(the key's length)
  package func key(of member: Member, is name: StaticString) -> Bool {
    equals(member.key, name)
  }

  /// Whether a string stands for a text.
  func equals(_ quoted: Quoted, _ name: StaticString) -> Bool {
    if !quoted.isPlain { return (try? text(of: quoted)) == name.description }
    let length = name.utf8CodeUnitCount
    guard quoted.contents.count == length else { return false }
    for offset in 0..<length
    where bytes[quoted.contents.lowerBound + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }

  /// A member's key as text; nil when it is no valid text.
  package func key(of member: Member) -> String? { try? text(of: member.key) }

  /// The text that a string stands for.
  func text(of quoted: Quoted) throws(JSONError) -> String {
    let contents = quoted.contents
    let opening = contents.lowerBound - 1
    if quoted.isPlain { return try text(bytes.span.extracting(contents), at: opening) }
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(contents.count)
    var index = contents.lowerBound
    while index < contents.upperBound {
      let byte = bytes[index]
      guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: index) }
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        unescaped.append(byte)
        continue
      }
      guard index < contents.upperBound else { throw JSONError(.badEscape, at: index) }
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
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      default: throw JSONError(.badEscape, at: index - 1)
      }
    }
    return try text(unescaped.span, at: opening)
  }

  private func text(_ bytes: Span<UInt8>, at offset: Int) throws(JSONError) -> String {
    if repairs { return bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    // `String(validating:)` does the same, but is generic and not specialised here.
    do {
      return String(copying: try UTF8Span(validating: bytes))
    } catch {
      throw JSONError(.badText, at: offset)
    }
  }

  /// Reads the digits of `\uXXXX`, and the second half of a pair if it is there.
  private func escapedScalar(
    at index: inout Int, before limit: Int
  ) throws(JSONError) -> Unicode.Scalar {
    let first = try codeUnit(at: &index, before: limit)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, index + 2 <= limit, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    {
      var behind = index + 2
      let second = try codeUnit(at: &behind, before: limit)
      if 0xDC00..<0xE000 ~= second,
        let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        index = behind
        return scalar
      }
    }
    guard repairs else { throw JSONError(.badText, at: index) }
    return "\u{FFFD}"
  }

  private func codeUnit(at index: inout Int, before limit: Int) throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard index < limit, let digit = Hexadecimal.value(of: bytes[index]) else {
        throw JSONError(.badEscape, at: index)
      }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }
}
