/// The header lines of an answer, as they came: few are ever looked for.
struct HTTPHeaders: Hashable, Sendable {
  private var lines: [UInt8] = []

  /// Takes in a line with its end.
  mutating func add(line: UnsafeRawBufferPointer) { lines.append(contentsOf: line) }

  /// The value under a name, without white space at its ends; of several the last.
  /// - Parameter name: in lower case.
  /// - Complexity: O(bytes of all lines)
  subscript(name: String) -> String? {
    var found: String?
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        line[..<colon].elementsEqual(name.utf8, by: { Self.small($0) == $1 })
      else { continue }
      let value = line[(colon + 1)...].drop { $0 <= 0x20 }
      let end = value.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? value.startIndex
      found = String(decoding: value[..<end], as: UTF8.self)
    }
    return found
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
