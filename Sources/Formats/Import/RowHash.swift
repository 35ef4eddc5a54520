/// A hash of a row's cells that is the same on every machine and in every version (FNV-1a, 64 bits).
struct RowHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325
  private var gaps = 0

  /// Takes the next cell; empty cells at the end of a row make no difference.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.isEmpty {
      gaps += 1
      return
    }
    for _ in 0..<gaps { mix(0x1F) }
    gaps = 1
    for byte in bytes { mix(byte) }
  }

  private mutating func mix(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// `row:` and sixteen hexadecimal digits.
  var originKey: String {
    let digits = String(state, radix: 16)
    return "row:" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
