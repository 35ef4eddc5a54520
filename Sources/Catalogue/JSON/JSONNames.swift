/// Names of members that are looked for in objects.
package struct JSONNames: Sendable {
  package let names: [String]
  /// The names behind one another, and where each begins.
  private let bytes: [UInt8]
  private let starts: [Int]
  /// For each length the names that have it, a bit for each.
  private let ofLength: [UInt64]

  /// - Parameter names: 64 at the most.
  package init(_ names: [String]) {
    self.names = names
    var bytes: [UInt8] = []
    var starts: [Int] = []
    var ofLength = [UInt64](repeating: 0, count: 1 + (names.map(\.utf8.count).max() ?? 0))
    for (index, name) in names.prefix(64).enumerated() {
      starts.append(bytes.count)
      bytes += name.utf8
      ofLength[name.utf8.count] |= 1 << UInt64(index)
    }
    self.bytes = bytes
    self.starts = starts
    self.ofLength = ofLength
  }

  /// Which of the names some bytes are.
  func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    guard name.count < ofLength.count else { return nil }
    var left = ofLength[name.count]
    while left != 0 {
      let index = left.trailingZeroBitCount
      let start = starts[index]
      if !name.indices.contains(where: { name[$0] != bytes[start + $0] }) { return index }
      left &= left - 1
    }
    return nil
  }
}
