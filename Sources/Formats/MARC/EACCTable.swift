/// The East Asian Character Code (EACC, ANSI/NISO Z39.64), the character set of MARC-8 with three
/// bytes a character, from the Library of Congress's code tables
/// (https://www.loc.gov/marc/specifications/codetables.xml).
///
/// In the text, a row is the four hexadecimal digits of the first two bytes; then stand runs of
/// characters, each behind the third byte of its first character as an ASCII sign. Rows end at a
/// space or the end of the line. The text is read when the first such character is met.
enum EACCTable {
  /// The character of three bytes, each 0x21 to 0x7E; nil where the set has none.
  static func scalar(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Unicode.Scalar? {
    let code = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    return scalars[code].flatMap { Unicode.Scalar($0) }
  }

  private static let scalars: [UInt32: UInt32] = {
    var scalars: [UInt32: UInt32] = [:]
    scalars.reserveCapacity(15_800)
    // The space of the set is the only character whose last byte is a space.
    scalars[0x212320] = 0x3000
    for part in [firstPart, secondPart, thirdPart] {
      var row: UInt32 = 0
      var digits = 0
      var third: UInt32 = 0
      for scalar in part.unicodeScalars {
        let value = scalar.value
        if value == 0x20 || value == 0x0A {
          digits = 0
        } else if digits < 4 {
          row = row << 4 & 0xFFFF | UInt32(hexadecimal: value)
          digits += 1
        } else if value < 0x80 {
          third = value
        } else {
          scalars[row << 8 | third] = value
          third += 1
        }
      }
    }
    return scalars
  }()
}

extension UInt32 {
  /// The value of a digit `0` to `9` or `A` to `F`.
  fileprivate init(hexadecimal value: UInt32) { self = value < 0x41 ? value - 0x30 : value - 0x37 }
}
