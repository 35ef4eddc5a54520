/// Digits of base sixteen, as bytes.
enum Hexadecimal {
  static func value(of byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  static func digit(of value: UInt64) -> UInt8 {
    UInt8(value < 10 ? value + 0x30 : value + 0x57)
  }
}
