/// The hash that the opening handshake of a WebSocket needs (RFC 3174); it protects nothing there.
enum SHA1 {
  /// - Complexity: O(bytes).
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let bits = UInt64(bytes.count) &* 8
    message += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: message.count, by: 64) {
      mix(message[start..<(start + 64)], into: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
      block[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      words.append(
        rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (rotated(a, 5) &+ mixed &+ e &+ constant &+ word, a, rotated(b, 30), c, d)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
