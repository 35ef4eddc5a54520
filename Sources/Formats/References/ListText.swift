import Catalogue

/// A list of texts in one field, for formats that have no lists.
///
/// Texts stand with `; ` between them. Where one of them holds a semicolon, or the whole would look
/// like something else, the list is a JSON array.
enum ListText {
  /// - Parameter comma: whether a comma separates as well where the text is read.
  static func text(of parts: [String], comma: Bool = false) -> String {
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && !part.utf8.contains(UInt8(ascii: ";"))
        && !(comma && part.utf8.contains(UInt8(ascii: ","))) && part.utf8.first != 0x20
        && part.utf8.last != 0x20 && part.utf8.first != UInt8(ascii: "[")
    }
    if isPlain { return parts.joined(separator: "; ") }
    return JSONValue.array(parts.map(JSONValue.string)).json
  }

  static func parts(of text: String) -> [String] {
    if let parts = array(text) { return parts }
    return text.unicodeScalars.split(separator: ";").map { TextForm.collapsed(String($0)) }
      .filter { !$0.isEmpty }
  }

  /// The texts of a JSON array; nil for text that is none.
  static func array(_ text: String) -> [String]? {
    guard text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]"),
      let value = try? JSONValue(json: text), case .array(let elements) = value
    else { return nil }
    let parts = elements.compactMap { if case .string(let part) = $0 { part } else { nil } }
    return parts.count == elements.count ? parts : nil
  }
}
