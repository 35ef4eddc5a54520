/// Reads the records of a RIS file: lines of two characters, two blanks, a hyphen and the value.
///
/// A line without a tag continues the value before it. A record ends at `ER` or at the next `TY`. One
/// that the end of the file ends is not complete.
struct RISScanner {
  /// One record.
  struct Record {
    var fields: [(tag: String, value: [UInt8])] = []
    /// The line on which it begins, from 1.
    var line = 0
    var source: [UInt8] = []
    /// Whether it begins with `TY`, as it must.
    var hasType = false
    /// Whether its end is there: `ER`, or at least the beginning of the next record.
    var hasEnd = true
  }

  static let longestRecord = 1 << 21

  private var lines: CSVReader
  private var pending: (tag: String, value: [UInt8], line: Int, source: [UInt8])?

  init(_ input: ByteInput) {
    // A delimiter that no text holds makes a row of each line.
    lines = CSVReader(input, delimiter: 0xFF)
  }

  /// The next record; nil at the end.
  mutating func next() throws -> Record? {
    var record = Record()
    while true {
      guard let (tag, value, line, source) = try nextLine() else {
        record.hasEnd = false
        return record.fields.isEmpty ? nil : record
      }
      if tag == "TY" {
        guard record.fields.isEmpty else {
          // The end of the record before it is missing.
          pending = (tag, value, line, source)
          return record
        }
        record.hasType = true
      }
      if record.line == 0 { record.line = line }
      if record.source.count < Self.longestRecord {
        record.source += source
        record.source.append(0x0A)
      }
      if tag == "ER" {
        if record.fields.isEmpty {
          record = Record()
          continue
        }
        return record
      }
      if tag.isEmpty {
        // Text before the first tag belongs to nobody.
        guard let last = record.fields.indices.last else {
          record = Record()
          continue
        }
        guard record.source.count < Self.longestRecord else { continue }
        record.fields[last].value.append(0x0A)
        record.fields[last].value += value
      } else if record.source.count < Self.longestRecord {
        record.fields.append((tag, value))
      }
    }
  }

  private mutating func nextLine() throws -> (String, [UInt8], Int, [UInt8])? {
    if let line = pending {
      pending = nil
      return line
    }
    while true {
      switch try lines.next() {
      case .end: return nil
      case .failure: continue
      case .row: break
      }
      guard let cell = lines.cells.first else { continue }
      let bytes = lines.withRawBytes(of: cell) { Array($0) }
      guard let value = Self.value(bytes) else {
        return ("", bytes, lines.line, bytes)
      }
      return (
        String(decoding: bytes[..<2], as: UTF8.self).uppercased(), Array(bytes[value...]),
        lines.line, bytes
      )
    }
  }

  /// Where the value begins behind `AU  - `; nil when the line has no tag.
  static func value(_ line: [UInt8]) -> Int? {
    guard line.count >= 4, isLetter(line[0]), isLetter(line[1]) || isDigit(line[1]) else {
      return nil
    }
    var index = 2
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
    guard index > 2, index <= 5, index < line.count, line[index] == UInt8(ascii: "-") else {
      return nil
    }
    index += 1
    guard index == line.count || line[index] <= 0x20 else { return nil }
    while index < line.count, line[index] <= 0x20 { index += 1 }
    return index
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
