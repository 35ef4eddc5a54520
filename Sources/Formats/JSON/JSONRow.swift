import Catalogue

/// The members of a JSON record, in which fields are looked up as the kinds that they should be.
struct JSONRow {
  let members: [String: JSONValue]
  /// Whether HTML's character references in texts stand for characters. In what this library wrote
  /// they stand for themselves.
  var hasReferences = true

  subscript(_ key: String) -> JSONValue? {
    let value = members[key]
    return value == .null ? nil : value
  }

  /// A text on one line, or a number as text; nil for anything else and for an empty one.
  func text(_ key: String) -> String? { self[key].flatMap(line) }

  /// A text on one line, or a number as text; nil for anything else and for an empty one.
  func line(_ value: JSONValue) -> String? {
    hasReferences ? value.line : value.plainLine
  }

  /// A text with its line breaks.
  func block(_ key: String) -> String? {
    guard case .string(let text)? = self[key] else { return nil }
    let trimmed = RowText.trimmed(TextForm.composed(text))
    return trimmed.isEmpty ? nil : trimmed
  }

  /// The texts of a list, or a text alone.
  func texts(_ key: String) -> [String] { self[key].map(lines) ?? [] }

  /// The texts of a list or of an object's values in the order of their keys, or a text alone.
  func lines(_ value: JSONValue) -> [String] {
    switch value {
    case .array(let elements): elements.compactMap(line)
    case .object(let members): members.sorted { $0.key < $1.key }.compactMap { line($0.value) }
    default: line(value).map { [$0] } ?? []
    }
  }
}

extension JSONRow {
  /// Why a record has no members, in a few words.
  struct Unreadable: Error {
    let reason: String
  }

  /// Reads the members of an object, without NUL characters in its texts: SQLite's own functions end
  /// a text at the first one.
  static func members(
    of bytes: [UInt8], in range: Range<Int>
  ) -> Result<[String: JSONValue], Unreadable> {
    do throws(JSONError) {
      let value = try JSONReader(
        bytes, in: range, greatestDepth: JSONScan.greatestDepth, repairs: true
      ).parsed
      guard case .object(let members) = value else {
        return .failure(Unreadable(reason: "no object"))
      }
      // mutant json-nul:
      //   `guard mayHoldNUL(bytes[range]) else`
      //   -> `guard mayHoldNUL(bytes[range]), range.isEmpty else` (JSONFileTests)
      guard mayHoldNUL(bytes[range]) else { return .success(members) }
      guard case .object(let clean) = value.withoutNUL else { return .success(members) }
      return .success(clean)
    } catch {
      return .failure(Unreadable(reason: "\(error)"))
    }
  }

  /// Whether there is an escape for a NUL, or what looks like one.
  private static func mayHoldNUL(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
      rest = rest[(escape + 1)...]
      if rest.starts(with: "u0000".utf8) { return true }
    }
    return false
  }
}

extension JSONValue {
  /// The value with the NUL characters of its texts and keys left out.
  fileprivate var withoutNUL: JSONValue {
    switch self {
    case .string(let text): .string(text.replacing("\0", with: ""))
    case .array(let elements): .array(elements.map(\.withoutNUL))
    case .object(let members):
      .object(
        Dictionary(members.map { ($0.replacing("\0", with: ""), $1.withoutNUL) }) { a, _ in a })
    default: self
    }
  }

  /// A text on one line with HTML's character references resolved, or a number as text; nil for
  /// anything else and for an empty one.
  var line: String? {
    guard case .string(let text) = self, text.utf8.contains(UInt8(ascii: "&")) else {
      return plainLine
    }
    return JSONValue.string(HTMLEntities.decoded(text)).plainLine
  }

  /// A text on one line, or a number as text; nil for anything else and for an empty one.
  var plainLine: String? {
    switch self {
    case .string(let text):
      let line = TextForm.collapsed(text)
      return line.isEmpty ? nil : line
    case .integer(let number): return String(number)
    case .number(let number): return number.isFinite ? String(number) : nil
    default: return nil
    }
  }

  /// The texts of a list, or a text alone.
  var lines: [String] { JSONRow(members: [:]).lines(self) }

  /// Whether there is nothing in it.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.allSatisfy(\.isEmpty)
    case .object(let members): members.isEmpty
    default: false
    }
  }
}
