/// Text as it may stand in a URL's query (RFC 3986, section 2).
enum PercentEncoding {
  /// Encodes everything but the unreserved letters, and the slash, which a query may hold.
  static func encode(_ text: some StringProtocol) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}
