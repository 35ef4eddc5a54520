import Catalogue
import Storage

extension BookDetails {
  /// Takes a value for a field as a person types it.
  ///
  /// Several values are separated by `;`, identifiers are `kind:value` or a JSON object.
  /// - Throws: why the text is no value of the field.
  mutating func set(_ field: BookField, from text: String) throws(InvalidValue) {
    let text = String(text.trimmingBlanks)
    switch field.kind {
    case .text, .block, .date, .seriesNumber: set(field, to: text)
    case .language: set(field, to: Language.code(text) ?? text)
    case .list, .people: set(field, to: Self.list(text))
    case .count where field.isSayable: set(field, to: try Self.count(text, from: field.least))
    case .rating: set(field, to: try Self.stars(text))
    case .day: set(field, to: try Self.day(text))
    case .days:
      var days: [String] = []
      for part in Self.list(text) { days.append(try Self.day(part)) }
      set(field, to: days)
    case .identifiers: identifiers = try Self.identifiers(text)
    case .count, .contributors, .isbn, .instant, .key, .sync:
      throw InvalidValue(reason: "is for \(field.name), which cannot be typed")
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ";").map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
  }

  private static func count(_ text: String, from least: Int) throws(InvalidValue) -> Int {
    guard let number = Int(text), number >= least, number <= 1_000_000_000 else {
      throw InvalidValue(reason: "must be an integer from \(least) to 1,000,000,000")
    }
    return number
  }

  private static func stars(_ text: String) throws(InvalidValue) -> Double {
    guard let number = Double(text), number >= 0, number <= 5 else {
      throw InvalidValue(reason: "is not a number from 0 to 5")
    }
    return number
  }

  /// A day, or a month or year where no more is known.
  private static func day(_ text: String) throws(InvalidValue) -> String {
    if let date = CivilDate(text) { return date.description }
    let digits = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
    let isPart = digits == [4] || digits == [4, 2]
    if isPart, let date = CivilDate(text + (digits.count == 1 ? "-01-01" : "-01")) {
      return String(date.description.prefix(text.count))
    }
    throw InvalidValue(reason: "is not a day", hint: "write it as 2026-11-30")
  }

  /// `asin:B0…; goodreads:123`, or a JSON object as identifiers are shown.
  private static func identifiers(_ text: String) throws(InvalidValue) -> [String: String] {
    var identifiers: [String: String] = [:]
    if text.hasPrefix("{") {
      guard case .object(let members)? = try? JSONValue(json: text) else {
        throw InvalidValue(
          reason: "is no JSON object", hint: #"write it as {"goodreads": "123"}"#)
      }
      for (kind, value) in members {
        guard case .string(let value) = value else {
          throw InvalidValue(
            reason: "has a value for \(kind) that is no string",
            hint: #"write it as {"goodreads": "123"}"#)
        }
        identifiers[try identifierKind(kind)] = String(value.trimmingBlanks)
      }
      return identifiers
    }
    for part in list(text) {
      guard let colon = part.firstIndex(of: ":") else {
        throw InvalidValue(reason: "is no identifier", hint: "write it as goodreads:123")
      }
      let kind = try identifierKind(String(part[..<colon].trimmingBlanks))
      identifiers[kind] = String(part[part.index(after: colon)...].trimmingBlanks)
    }
    return identifiers
  }

  /// Plain names, that everybody writes in one way.
  private static func identifierKind(_ text: String) throws(InvalidValue) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "_")
    }
    guard isPlain, !text.isEmpty else {
      throw InvalidValue(
        reason: "has \"\(text)\" for the kind of an identifier",
        hint: "use small letters a to z, digits and _, such as goodreads:123")
    }
    return text
  }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmingBlanks: SubSequence {
    let rest = drop { $0.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return rest }
    return rest[...last]
  }
}
