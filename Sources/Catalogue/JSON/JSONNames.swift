/// Names of members that are looked for in objects.
package struct JSONNames: Sendable {
  /// The names behind one another.
  private let bytes: [UInt8]
  private let places: [Range<Int>]

  /// - Parameter names: 64 at the most.
  package init(_ names: [String]) {
    var bytes: [UInt8] = []
    places = names.prefix(64).map { name in
      let start = bytes.count
      bytes += name.utf8
      return start..<bytes.count
    }
    self.bytes = bytes
  }

  /// Which of the names some bytes are.
  func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      places.firstIndex { place in
        place.count == name.count
          && !name.indices.contains { name[$0] != bytes[place.lowerBound + $0] }
      }
    }
  }
}
