/// Writes JSON (RFC 8259) into bytes: UTF-8, without white space, nothing escaped that need not be.
///
/// The caller keeps the structure right; the writer sets the commas.
public struct JSONWriter {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  /// What was written, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets what was written and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  @inline(__always)
  private mutating func startValue() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  public mutating func beginObject() {
    startValue()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  public mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  public mutating func beginArray() {
    startValue()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
  }

  public mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  public mutating func key(_ key: String) {
    startValue()
    quoted(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key that needs no escapes.
  package mutating func key(plain key: StaticString) {
    startValue()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() {
    startValue()
    bytes.append(contentsOf: "null".utf8)
  }

  public mutating func bool(_ value: Bool) {
    startValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  public mutating func integer(_ value: some BinaryInteger) {
    startValue()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a number; JSON has no infinity, so it becomes one that is too large to read as another,
  /// and what is no number becomes null.
  public mutating func number(_ value: Double) {
    if value.isNaN { return null() }
    startValue()
    let text = value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : value.description
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a number without a fraction where it has none: `4`, `4.5`.
  public mutating func shortNumber(_ value: Double) {
    if let whole = value.whole { integer(whole) } else { number(value) }
  }

  public mutating func string(_ value: String) {
    startValue()
    quoted(value)
  }

  public mutating func strings(_ values: [String]) {
    beginArray()
    for value in values { string(value) }
    endArray()
  }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      object(members)
    }
  }

  mutating func object(_ members: [String: JSONValue]) {
    beginObject()
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      self.key(key)
      self.value(value)
    }
    endObject()
  }

  /// Writes a member of an object if it has a value.
  mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(plain: key)
    string(value)
  }

  /// Writes a member of an object if it has a value.
  mutating func member(_ key: StaticString, _ value: [String]?) {
    guard let value else { return }
    self.key(plain: key)
    strings(value)
  }

  /// Writes a member of an object if it has a value.
  mutating func member(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    self.key(plain: key)
    integer(value)
  }

  /// Writes a value that is JSON already.
  public mutating func verbatim(_ json: String) {
    startValue()
    bytes.append(contentsOf: json.utf8)
  }

  private mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { escape($0) }
    if done == nil { Array(text.utf8).withUnsafeBufferPointer { escape($0) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for position in 0..<text.count {
      let byte = text[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      bytes.append(contentsOf: text[start..<position])
      start = position + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case let byte where byte < 0x20:
        bytes.append(contentsOf: "u00".utf8)
        bytes.append(Hexadecimal.digit(of: UInt64(byte >> 4)))
        bytes.append(Hexadecimal.digit(of: UInt64(byte & 0xF)))
      default: bytes.append(byte)
      }
    }
    bytes.append(contentsOf: text[start..<text.count])
  }
}
