/// Reads MARC-8, the older character set of library records: ANSEL and others by escape sequences,
/// marks before their letters (https://www.loc.gov/marc/specifications/speccharmarc8.html).
///
/// Each subfield begins with Basic Latin and Extended Latin. What the tables do not have becomes
/// U+FFFD.
struct MARC8Decoder {
  /// A character set, by the final byte of the escape sequence that calls it.
  private enum Charset: Equatable {
    case latin
    case table([UInt16])
    /// Three bytes a character.
    case eastAsian
    case unknown

    init(final byte: UInt8) {
      switch byte {
      case UInt8(ascii: "B"), UInt8(ascii: "s"): self = .latin
      case UInt8(ascii: "E"): self = .table(MARC8Sets.extendedLatin)
      case UInt8(ascii: "N"): self = .table(MARC8Sets.basicCyrillic)
      case UInt8(ascii: "Q"): self = .table(MARC8Sets.extendedCyrillic)
      case UInt8(ascii: "S"): self = .table(MARC8Sets.basicGreek)
      case UInt8(ascii: "2"): self = .table(MARC8Sets.basicHebrew)
      case UInt8(ascii: "3"): self = .table(MARC8Sets.basicArabic)
      case UInt8(ascii: "4"): self = .table(MARC8Sets.extendedArabic)
      case UInt8(ascii: "g"): self = .table(MARC8Sets.greekSymbols)
      case UInt8(ascii: "b"): self = .table(MARC8Sets.subscripts)
      case UInt8(ascii: "p"): self = .table(MARC8Sets.superscripts)
      case UInt8(ascii: "1"): self = .eastAsian
      default: self = .unknown
      }
    }
  }

  /// Whether something could not be read.
  private(set) var isDoubtful = false

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var g0 = Charset.latin
  private var g1 = Charset.table(MARC8Sets.extendedLatin)
  private var marks: [Unicode.Scalar] = []
  private var output: [UInt8] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Reads one subfield.
  /// - Parameter isDoubtful: set when something in it could not be read.
  /// - Returns: the text, not composed yet.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, isDoubtful: inout Bool) -> String {
    var decoder = MARC8Decoder(bytes)
    decoder.run()
    if decoder.isDoubtful { isDoubtful = true }
    return String(decoding: decoder.output, as: UTF8.self)
  }

  private mutating func run() {
    output.reserveCapacity(bytes.count)
    while index < bytes.count {
      let byte = bytes[index]
      if case .latin = g0, marks.isEmpty, 0x20..<0x7F ~= byte, byte != UInt8(ascii: "&") {
        output.append(byte)
        index += 1
        continue
      }
      switch byte {
      case 0x1B where escape(): continue
      case 0...0x20, 0x7F:
        index += 1
        emit(byte < 0x20 || byte == 0x7F ? " " : Unicode.Scalar(byte))
      case 0x88, 0x89:
        // Around what is not sorted; the indicator says that too.
        index += 1
      case 0x8D, 0x8E:
        index += 1
        emit(byte == 0x8D ? "\u{200D}" : "\u{200C}")
      case 0x80...0xA0:
        index += 1
        emitUnknown()
      default:
        character(in: byte < 0x80 ? g0 : g1)
      }
    }
    appendMarks()
  }

  private mutating func character(in charset: Charset) {
    let byte = bytes[index] & 0x7F
    switch charset {
    case .latin:
      if byte == UInt8(ascii: "&"), let scalar = numericReference() { return emit(scalar) }
      index += 1
      emit(Unicode.Scalar(byte))
    case .table(let table):
      index += 1
      let position = Int(byte) - 0x21
      guard table.indices.contains(position), let scalar = Unicode.Scalar(table[position]),
        scalar.value != 0
      else { return emitUnknown() }
      emit(scalar)
    case .eastAsian:
      guard index + 2 < bytes.count else {
        index = bytes.count
        return emitUnknown()
      }
      let scalar = EACCTable.scalar(byte, bytes[index + 1] & 0x7F, bytes[index + 2] & 0x7F)
      index += 3
      if let scalar { emit(scalar) } else { emitUnknown() }
    case .unknown:
      index += 1
      emitUnknown()
    }
  }

  /// Reads an escape sequence.
  /// - Returns: false when it is none.
  private mutating func escape() -> Bool {
    func at(_ offset: Int) -> UInt8? {
      index + offset < bytes.count ? bytes[index + offset] : nil
    }
    guard var kind = at(1) else { return false }
    var length = 2
    switch kind {
    case UInt8(ascii: "g"), UInt8(ascii: "b"), UInt8(ascii: "p"), UInt8(ascii: "s"):
      g0 = Charset(final: kind)
      index += 2
      return true
    case UInt8(ascii: "$"):
      // ESC $ 1 is short for ESC $ ( 1.
      if let next = at(2), Self.isG0(next) || Self.isG1(next) {
        kind = next
        length = 3
      } else {
        kind = UInt8(ascii: "(")
      }
    default: break
    }
    guard Self.isG0(kind) || Self.isG1(kind) else { return false }
    if at(length) == UInt8(ascii: "!") { length += 1 }
    guard let final = at(length) else { return false }
    if Self.isG0(kind) { g0 = Charset(final: final) } else { g1 = Charset(final: final) }
    index += length + 1
    return true
  }

  private static func isG0(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ",")
  }

  private static func isG1(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ")") || byte == UInt8(ascii: "-")
  }

  /// Reads `&#x4E00;`, as characters that MARC-8 lacks are written.
  private mutating func numericReference() -> Unicode.Scalar? {
    guard index + 4 < bytes.count, bytes[index + 1] == UInt8(ascii: "#"),
      bytes[index + 2] | 0x20 == UInt8(ascii: "x")
    else { return nil }
    var value: UInt32 = 0
    var end = index + 3
    while end < bytes.count, bytes[end] != UInt8(ascii: ";") {
      guard end < index + 9, let digit = Self.hexadecimal(bytes[end]) else { return nil }
      value = value << 4 | digit
      end += 1
    }
    guard end < bytes.count, end > index + 3, value >= 0x20, let scalar = Unicode.Scalar(value)
    else { return nil }
    index = end + 1
    return scalar
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46, 0x61...0x66: UInt32((byte | 0x20) - 0x61 + 10)
    default: nil
    }
  }

  /// A mark waits for the letter that follows it.
  private mutating func emit(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x300, scalar.properties.generalCategory == .nonspacingMark,
      scalar.value != 0x670
    {
      if marks.count < 8 { marks.append(scalar) }
      return
    }
    append(scalar)
    if !marks.isEmpty { appendMarks() }
  }

  private mutating func appendMarks() {
    for mark in marks { append(mark) }
    marks.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func emitUnknown() {
    isDoubtful = true
    emit("\u{FFFD}")
  }
}
