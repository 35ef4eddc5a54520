import Catalogue

/// Reads the fields of one record in their own types; a value of another type is a mismatch, never
/// a guess.
struct FieldReader {
  /// A record that is not what its contract says.
  struct Mismatch: Error, Hashable {
    let reason: String
  }

  /// The most elements that a list may have.
  static let longestList = 10_000

  /// About how much memory a record may take while it is read, in bytes.
  static let room = 1 << 20

  /// The most bytes that a text may have; what is longer is neither a name nor a title.
  static let longestText = 65_536

  /// A record's members: few, so that going through them is faster than a table.
  private let few: [(name: String, value: JSONValue)]
  private let many: [String: JSONValue]

  init(members: [String: JSONValue]) {
    few = []
    many = members
  }

  /// - Parameter members: no two with one name.
  init(_ members: [(name: String, value: JSONValue)]) {
    few = members
    many = [:]
  }

  /// The value under a name.
  subscript(name: String) -> JSONValue? {
    few.isEmpty ? many[name] : few.first { $0.name == name }?.value
  }

  /// A text; a number is none.
  /// - Returns: nil when the field is missing, null or blank.
  func text(_ name: String) throws(Mismatch) -> String? {
    switch self[name] {
    case nil, .null: return nil
    case .string(let text): return try Self.clean(text, name)
    default: throw Mismatch(reason: "\(name) is not text")
    }
  }

  /// A text, or a whole number for its digits: years are written so.
  func textOrInteger(_ name: String) throws(Mismatch) -> String? {
    if case .integer(let number) = self[name] { return String(number) }
    return try text(name)
  }

  /// A text, or a number for its digits: places in a series are written so.
  func textOrNumber(_ name: String) throws(Mismatch) -> String? {
    if case .number(let number) = self[name] {
      return Int64(exactly: number).map { String($0) } ?? number.description
    }
    return try textOrInteger(name)
  }

  /// A list of texts, or one text for a list of one.
  func textsOrText(_ name: String) throws(Mismatch) -> [String]? {
    if case .string = self[name] { return try text(name).map { [$0] } }
    return try texts(name)
  }

  /// A list of texts.
  /// - Returns: nil when the field is missing, null, or holds nothing but blanks.
  func texts(_ name: String) throws(Mismatch) -> [String]? {
    switch self[name] {
    case nil, .null: return nil
    case .array(let elements):
      return try list(elements, name) { element throws(Mismatch) in
        guard case .string(let text) = element else {
          throw Mismatch(reason: "\(name) holds something that is not text")
        }
        return try Self.clean(text, name)
      }
    default: throw Mismatch(reason: "\(name) is not a list of texts")
    }
  }

  /// A list, element by element.
  /// - Returns: nil when nothing is left.
  func list<Element>(
    _ elements: [JSONValue], _ name: String,
    _ read: (JSONValue) throws(Mismatch) -> Element?
  ) throws(Mismatch) -> [Element]? {
    guard elements.count <= Self.longestList else {
      throw Mismatch(reason: "\(name) has more than \(Self.longestList) elements")
    }
    var result: [Element] = []
    for element in elements {
      if let element = try read(element) { result.append(element) }
    }
    return result.isEmpty ? nil : result
  }

  /// A whole number above zero; its digits as text are taken too.
  /// - Returns: nil when the field is missing, null or 0.
  func count(_ name: String) throws(Mismatch) -> Int? { try Self.count(self[name], name) }

  /// A whole number above zero; see `count`.
  static func count(_ value: JSONValue?, _ name: String) throws(Mismatch) -> Int? {
    let number: Int64?
    switch value {
    case nil, .null: return nil
    case .integer(let value): number = value
    case .number(let value): number = Int64(exactly: value)
    case .string(let text):
      guard let text = try clean(text, name) else { return nil }
      number = Int64(text)
    default: number = nil
    }
    guard let number, 0...10_000_000 ~= number else {
      throw Mismatch(reason: "\(name) is not a whole number")
    }
    return number == 0 ? nil : Int(number)
  }

  /// A field's text in the form in which the catalogue keeps text; nil when nothing is left.
  static func clean(_ text: String, _ name: String) throws(Mismatch) -> String? {
    try kept(text.utf8.count > longestText ? text : TextForm.collapsed(text), name)
  }

  /// A text on one line, unless nothing is left of it.
  static func kept(_ line: String, _ name: String) throws(Mismatch) -> String? {
    guard line.utf8.count <= longestText else {
      throw Mismatch(reason: "\(name) is longer than \(longestText / 1024) KiB")
    }
    return line.isEmpty ? nil : line
  }
}
