import Catalogue

/// An entry of a BibTeX file: its type, its key, and its fields in order.
struct BibTeXEntry {
  /// Why an entry cannot be read, and where.
  struct Failure: Error {
    let offset: Int
    let reason: String
  }

  /// In small letters: `book`.
  let type: String
  private(set) var key = ""
  /// Names in small letters; values with their TeX commands, macros put in.
  private(set) var fields: [(name: String, value: String)] = []
  /// Whether text was not UTF-8 and read as Windows-1252.
  private(set) var isForeign = false

  private let bytes: [UInt8]
  /// How much text macros stood for.
  private var putIn = 0
  private var index = 0
  private let close: UInt8

  /// Reads an entry from its `@` to its closing bracket.
  /// - Parameter macros: what `@string` has defined so far; such an entry adds to it.
  init(_ bytes: [UInt8], macros: inout BibTeXMacros) throws(Failure) {
    self.bytes = bytes
    index = 1
    var start = 1
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    var end = start
    while end < bytes.count, 0x61...0x7A ~= bytes[end] | 0x20 { end += 1 }
    type = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    index = end
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    close =
      index < bytes.count && bytes[index] == UInt8(ascii: "(")
      ? UInt8(ascii: ")") : UInt8(ascii: "}")
    index += 1
    switch type {
    case "comment", "preamble": return
    case "string":
      try readFields(macros)
      for field in fields where !macros.define(field.name, field.value) {
        throw failure("the macro “\(field.name.prefix(40))” is too long, or the file has too many")
      }
    default:
      key = readKey()
      try readFields(macros)
    }
  }

  private func failure(_ reason: String) -> Failure { Failure(offset: index, reason: reason) }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = current, byte <= 0x20 { index += 1 }
  }

  /// The key up to the first comma. An entry that has none begins with its first field.
  private mutating func readKey() -> String {
    skipBlanks()
    let start = index
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: ","), bytes[end] != UInt8(ascii: "="),
      bytes[end] != close
    {
      end += 1
    }
    guard end < bytes.count, bytes[end] != UInt8(ascii: "=") else { return "" }
    index = bytes[end] == UInt8(ascii: ",") ? end + 1 : end
    return TextForm.collapsed(String(decoding: bytes[start..<end], as: UTF8.self))
  }

  private mutating func readFields(_ macros: BibTeXMacros) throws(Failure) {
    while true {
      skipBlanks()
      while current == UInt8(ascii: ",") {
        index += 1
        skipBlanks()
      }
      guard let byte = current, byte != close else { return }
      let start = index
      while let byte = current, byte > 0x20, byte != UInt8(ascii: "="), byte != UInt8(ascii: ","),
        byte != close, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "\"")
      {
        index += 1
      }
      let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
      skipBlanks()
      guard !name.isEmpty, current == UInt8(ascii: "=") else {
        throw failure(
          name.isEmpty
            ? "the name of a field is missing"
            : "the field “\(name.prefix(40))” has no value; write name = {value}")
      }
      index += 1
      fields.append((name, try readValue(macros)))
      skipBlanks()
      if let byte = current, byte != UInt8(ascii: ","), byte != close {
        throw failure("a comma is missing behind the field “\(name.prefix(40))”")
      }
    }
  }

  /// Values with `#` between them.
  private mutating func readValue(_ macros: BibTeXMacros) throws(Failure) -> String {
    var value = ""
    while true {
      skipBlanks()
      switch current {
      case UInt8(ascii: "{"): value += try readBraced()
      case UInt8(ascii: "\""): value += try readQuoted()
      default:
        let start = index
        while let byte = current, byte > 0x20, byte != UInt8(ascii: ","), byte != close,
          byte != UInt8(ascii: "#")
        {
          index += 1
        }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        guard !word.isEmpty else { throw failure("a value is missing") }
        // A number stands for itself; so does a macro that nobody defined.
        if let text = macros[word.lowercased()] {
          value += text
          putIn += text.utf8.count
        } else {
          value += Self.months[word.lowercased()] ?? word
        }
      }
      // What macros make of a short entry must not fill the memory.
      // mutant bibtex-put-in: `putIn <= BibTeXMacros.mostPutIn + bytes.count` -> `true` (BibTeXTests)
      guard putIn <= BibTeXMacros.mostPutIn + bytes.count else {
        throw failure("its macros stand for more than \(BibTeXMacros.mostPutIn >> 10) KB of text")
      }
      skipBlanks()
      guard current == UInt8(ascii: "#") else { return value }
      index += 1
    }
  }

  /// The macros that every style has.
  private static let months = Dictionary(
    uniqueKeysWithValues: BibTeXMonth.names.map { (String($0.prefix(3)).lowercased(), $0) })

  private mutating func readBraced() throws(Failure) -> String {
    let start = index + 1
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 {
          index += 1
          return text(start..<index - 1)
        }
      default: break
      }
      index += 1
    }
    throw failure("a brace is not closed")
  }

  private mutating func readQuoted() throws(Failure) -> String {
    index += 1
    let start = index
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\\") where depth > 0: index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\"") where depth <= 0:
        index += 1
        return text(start..<index - 1)
      default: break
      }
      index += 1
    }
    throw failure("the quote is not closed")
  }

  private mutating func text(_ range: Range<Int>) -> String {
    let slice = bytes[range]
    // What a value is compared with takes long while thousands of marks stand on one letter.
    if let text = String(validating: slice, as: UTF8.self) { return TextForm.streamSafe(text) }
    isForeign = true
    return Windows1252.decode(slice)
  }
}
