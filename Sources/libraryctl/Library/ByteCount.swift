/// A size as people type it.
enum ByteCount {
  /// Below, no answer of a title source fits; above, one answer is more than a machine may bear.
  private static let sizes = 1 << 10...1 << 30

  /// Reads `65536`, `512k`, `8M` or `1G` (a B or iB may follow) into bytes; a k is 1024 bytes.
  static func read(_ text: String) throws(InvalidValue) -> Int {
    let word = text.lowercased()
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let shifts = ["": 0, "b": 0, "k": 10, "m": 20, "g": 30]
    var unit = word.dropFirst(digits.count)
    if unit.count > 1, unit.hasSuffix("b") { unit = unit.dropLast() }
    if unit.count > 1, unit.hasSuffix("i") { unit = unit.dropLast() }
    // Ten digits have 34 bits: the longest shift brings at most the sign into play.
    guard let shift = shifts[String(unit)], digits.count <= 10, let number = Int(digits),
      sizes.contains(number << shift)
    else {
      throw InvalidValue(reason: "is no size from 1k to 1G", hint: "write it as 512k or 8M")
    }
    return number << shift
  }
}
