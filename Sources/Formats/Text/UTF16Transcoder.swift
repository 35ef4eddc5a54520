/// Turns UTF-16 that comes in pieces into UTF-8; what is no text becomes U+FFFD.
struct UTF16Transcoder {
  let isBigEndian: Bool
  private var half: UInt8?
  private var highSurrogate: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func append(_ chunk: ArraySlice<UInt8>, to output: inout [UInt8]) {
    for byte in chunk {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit =
        isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      append(unit, to: &output)
    }
  }

  private mutating func append(_ unit: UInt16, to output: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        write(Unicode.Scalar(value) ?? "\u{FFFD}", to: &output)
        return
      }
      write("\u{FFFD}", to: &output)
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      write(Unicode.Scalar(unit) ?? "\u{FFFD}", to: &output)
    }
  }

  /// Writes what is left when the text ends in the middle of a character.
  mutating func finish(_ output: inout [UInt8]) {
    if highSurrogate != nil || half != nil { write("\u{FFFD}", to: &output) }
    highSurrogate = nil
    half = nil
  }

  private func write(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }
}
