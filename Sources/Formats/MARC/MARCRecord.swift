import Catalogue

/// One record of MARC 21: a leader, and fields with a tag each.
struct MARCRecord {
  struct Field {
    /// Three digits as a number: 245. Other tags, which some programs have, are greater than 999.
    let tag: Int
    /// The field's bytes without its terminator.
    let start: Int
    let end: Int
  }

  /// What stands in a data field behind two indicators; a control field has neither.
  static let subfieldDelimiter: UInt8 = 0x1F
  static let fieldTerminator: UInt8 = 0x1E
  static let recordTerminator: UInt8 = 0x1D
  static let leaderLength = 24

  var bytes: [UInt8]
  var fields: [Field]
  /// How text with bytes beyond ASCII is read; nil: there is none.
  var encoding: MARCEncoding?
  /// Whether each field is to be looked at by itself, because the record as a whole is of no one
  /// character set.
  var isMixed = false { didSet { if isMixed { findEncodings() } } }
  /// The character sets of a mixed record's fields, by where they begin; those in ASCII have none.
  private(set) var encodings: [Int: MARCEncoding] = [:]

  /// A byte of the leader; a blank when there is none.
  func leader(_ position: Int) -> UInt8 {
    position < min(Self.leaderLength, bytes.count) ? bytes[position] : 0x20
  }

  /// The indicator of a field: a digit or a blank.
  func indicator(_ position: Int, of field: Field) -> UInt8 {
    field.start + position < field.end ? bytes[field.start + position] : 0x20
  }

  /// The subfields of a data field, in order.
  func subfields(of field: Field) -> Subfields { Subfields(bytes: bytes, field: field) }

  /// The text of the first subfield with a code; nil when there is none or it is empty.
  func text(_ code: UInt8, of field: Field) -> String? {
    for subfield in subfields(of: field) where subfield.code == code {
      let text = text(subfield, of: field)
      return text.isEmpty ? nil : text
    }
    return nil
  }

  /// A part of a field as text of the form that is stored: composed, on one line.
  func text(_ subfield: Subfield, of field: Field) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      let part = UnsafeBufferPointer(rebasing: bytes[subfield.start..<subfield.end])
      let scan = TextScan(part)
      let hasReference = part.contains(UInt8(ascii: "&"))
      if scan.isComposed, scan.isCollapsed, encoding != .marc8 || Self.isPlain(part), !hasReference
      {
        return String(decoding: part, as: UTF8.self)
      }
      var isDoubtful = false
      let text = decode(part, of: field, &isDoubtful)
      // MARC-8 writes so what it has no sign for (MARC 21 Specifications, Character Sets, part 4).
      return TextForm.collapsed(
        hasReference && text.contains("&#x") ? HTMLEntities.decoded(text) : text)
    }
  }

  /// A field as it stands, its delimiters written `$`, empty when it holds nothing.
  func wholeText(of field: Field) -> String {
    if encoding == nil || encoding == .utf8 && !isMixed || isPlain(field) {
      return shown(field.start..<field.end)
    }
    var text = ""
    if !field.isControl { text = shown(field.start..<min(field.start + 2, field.end)) }
    for subfield in subfields(of: field) {
      text += "$" + String(decoding: [subfield.code], as: UTF8.self)
      text += self.text(subfield, of: field)
    }
    return text
  }

  /// Bytes as text, their delimiters written `$`.
  private func shown(_ range: Range<Int>) -> String {
    String(unsafeUninitializedCapacity: range.count) { text in
      for (offset, index) in range.enumerated() {
        let byte = bytes[index]
        text[offset] =
          byte >= 0x20 ? byte : byte == Self.subfieldDelimiter ? UInt8(ascii: "$") : 0x20
      }
      return range.count
    }
  }

  /// Whether something in the record's text cannot be read.
  var isDoubtful: Bool {
    guard isMixed || encoding == .marc8 else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var isDoubtful = false
      for field in fields where field.tag >= 10 {
        for subfield in subfields(of: field) {
          let part = UnsafeBufferPointer(rebasing: bytes[subfield.start..<subfield.end])
          if Self.isPlain(part) { continue }
          _ = decode(part, of: field, &isDoubtful)
          if isDoubtful { return true }
        }
      }
      return false
    }
  }

  /// Whether a text reads the same in MARC-8 as in ASCII.
  private static func isPlain(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in part where byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "&") { return false }
    return true
  }

  /// Whether a field reads the same in any character set.
  private func isPlain(_ field: Field) -> Bool {
    for index in field.start..<field.end
    where bytes[index] != Self.subfieldDelimiter
      && (bytes[index] < 0x20 || bytes[index] > 0x7E || bytes[index] == UInt8(ascii: "&"))
    {
      return false
    }
    return true
  }

  /// Looks at each field once, however many subfields it has.
  private mutating func findEncodings() {
    let isSaidToBeUTF8 = leader(9) == UInt8(ascii: "a")
    bytes.withUnsafeBufferPointer { bytes in
      for field in fields {
        encodings[field.start] = MARCEncoding(
          UnsafeBufferPointer(rebasing: bytes[field.start..<field.end]),
          isSaidToBeUTF8: isSaidToBeUTF8)
      }
    }
  }

  private func decode(
    _ part: UnsafeBufferPointer<UInt8>, of field: Field, _ isDoubtful: inout Bool
  ) -> String {
    switch isMixed ? encodings[field.start] : encoding {
    case .marc8:
      if Self.isPlain(part) { return String(decoding: part, as: UTF8.self) }
      return MARC8Decoder.decode(part, isDoubtful: &isDoubtful)
    case .windows1252: return Windows1252.decode(part)
    case .utf8, nil:
      let text = String(decoding: part, as: UTF8.self)
      if isMixed, text.unicodeScalars.contains("\u{FFFD}") { isDoubtful = true }
      return text
    }
  }
}

extension MARCRecord.Field {
  static func tag(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    func digit(_ byte: UInt8) -> Int? { 0x30...0x39 ~= byte ? Int(byte - 0x30) : nil }
    guard let hundreds = digit(first), let tens = digit(second), let ones = digit(third) else {
      return 0x100_0000 | Int(first) << 16 | Int(second) << 8 | Int(third)
    }
    return hundreds * 100 + tens * 10 + ones
  }

  /// The tag as it stands in the record.
  var name: String { Self.name(ofTag: tag) }

  /// A tag as it stands in records, from its number.
  static func name(ofTag tag: Int) -> String {
    let zero = Int(UInt8(ascii: "0"))
    let signs =
      tag < 1000
      ? (zero + tag / 100, zero + tag / 10 % 10, zero + tag % 10) : (tag >> 16, tag >> 8, tag)
    return String(unsafeUninitializedCapacity: 3) { text in
      text[0] = UInt8(truncatingIfNeeded: signs.0)
      text[1] = UInt8(truncatingIfNeeded: signs.1)
      text[2] = UInt8(truncatingIfNeeded: signs.2)
      return 3
    }
  }

  /// Whether the field is text without indicators and subfields.
  var isControl: Bool { tag < 10 }
}

extension MARCRecord {
  struct Subfield {
    let code: UInt8
    let start: Int
    let end: Int
  }

  /// The subfields of a field, found one after another.
  struct Subfields: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    init(bytes: [UInt8], field: Field) {
      self.bytes = bytes
      end = field.end
      position = field.start
      skipToDelimiter()
    }

    private mutating func skipToDelimiter() {
      bytes.withUnsafeBufferPointer { bytes in
        while position < end, bytes[position] != MARCRecord.subfieldDelimiter { position += 1 }
      }
    }

    mutating func next() -> Subfield? {
      guard position + 1 < end else { return nil }
      let code = bytes[position + 1]
      let start = position + 2
      position = start
      skipToDelimiter()
      return Subfield(code: code, start: start, end: Swift.max(start, position))
    }
  }
}
