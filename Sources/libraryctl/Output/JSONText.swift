/// Writes values as JSON (RFC 8259): UTF-8 without needless escapes, on one line.
struct JSONText {
  /// Whether characters that a terminal obeys are escaped too.
  let isForTerminal: Bool

  func append(_ value: OutputValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value): bytes.append(contentsOf: Self.digits(of: value).utf8)
    case .text(let text): append(text, to: &bytes)
    case .json(let text): append(json: text, to: &bytes)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let record):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in record.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(field.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(field.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The shortest digits that read back as the number, without a fraction where there is none.
  static func digits(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if let whole = Int64(exactly: number) { return String(whole) }
    return number.description
  }

  private func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if isForTerminal {
      for scalar in text.unicodeScalars {
        if scalar.value >= 0x7F, TerminalText.isHarmful(scalar) {
          appendEscape(of: scalar, to: &bytes)
        } else if scalar.value < 0x80 {
          append(ascii: UInt8(scalar.value), to: &bytes)
        } else {
          bytes.append(contentsOf: String(scalar).utf8)
        }
      }
    } else {
      for byte in text.utf8 { append(ascii: byte, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// JSON text is safe once what a terminal obeys is escaped: such characters occur in its strings
  /// only.
  private func append(json text: String, to bytes: inout [UInt8]) {
    guard isForTerminal else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      if scalar.value >= 0x7F, TerminalText.isHarmful(scalar) {
        appendEscape(of: scalar, to: &bytes)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  private func append(ascii byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
    case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
    case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
    case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20: appendUnit(UInt16(byte), to: &bytes)
    default: bytes.append(byte)
    }
  }

  private func appendEscape(of scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    for unit in UTF16.encode(scalar) ?? .init() { appendUnit(unit, to: &bytes) }
  }

  private func appendUnit(_ unit: UInt16, to bytes: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    bytes.append(contentsOf: "\\u".utf8)
    for _ in digits.count..<4 { bytes.append(UInt8(ascii: "0")) }
    bytes.append(contentsOf: digits.utf8)
  }
}
