/// Text in XML and HTML.
enum XMLText {
  /// Writes text with its signs as references; characters that XML 1.0 does not allow become U+FFFD.
  static func write(_ text: String, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: output.write("&amp;")
      case 0x3C: output.write("&lt;")
      case 0x3E: output.write("&gt;")
      case 0x22: output.write("&quot;")
      case 0x27: output.write("&#39;")
      case 0x0D: output.write("&#13;")
      case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0xFFFE, 0xFFFF: output.write("\u{FFFD}" as String)
      case 0x20..<0x80: output.append(UInt8(truncatingIfNeeded: scalar.value))
      default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}
