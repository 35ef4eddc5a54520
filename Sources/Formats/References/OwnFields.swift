import Catalogue

/// Fields under the tool's own names in files of other formats, for what those have no place for. Each
/// is one line of text; an empty one says that there is nothing.
enum OwnFields {
  /// The fields that must be said so that what was read becomes what is meant.
  static func missing(from read: BookDetails, of meant: BookDetails) -> [(
    name: String, text: String
  )] {
    BookField.stored.filter { !read.says($0, as: meant) }
      .map { ($0.name, text(of: $0, in: meant) ?? "") }
  }

  private static func text(of field: BookField, in details: BookDetails) -> String? {
    switch field.kind {
    case .rating: details.rating.map(NumberText.short)
    case .count: details.text(of: field)
    default:
      switch details.json(of: field) {
      case .string(let text)?: oneLine(text)
      case let value?: protected(value.json)
      case nil: nil
      }
    }
  }

  /// A field in one line, as `take` reads it; nil: nothing is said.
  static func line(of field: BookField, in details: BookDetails) -> String? {
    if let texts = details.texts(of: field) { return ListText.text(of: texts) }
    if field.kind == .block {
      return details.text(of: field).map { JSONValue.string($0).json }
    }
    if case .object(let members)? = details.json(of: field) {
      return JSONValue.object(members).json
    }
    return text(of: field, in: details)
  }

  /// What names and parts that were read do not say of the people who are meant.
  static func missingPeople(
    from people: [Contributor], of meant: BookDetails, _ book: [Contributor]
  ) -> [(name: String, text: String)] {
    var fields: [(name: String, text: String)] = []
    if people != book { fields.append(("contributors", protected(book.json.json))) }
    var read = BookDetails()
    read.setPeople(book)
    if read.authors != meant.authors, let authors = meant.authors {
      fields.append(("authors", protected(JSONValue.array(authors.map(JSONValue.string)).json)))
    }
    return fields
  }

  /// A text that does not stand in one line as it is, as a JSON string.
  static func oneLine(_ text: String) -> String {
    TextForm.collapsed(text) == text && text.utf8.first != UInt8(ascii: "\"")
      ? text : protected(JSONValue.string(text).json)
  }

  /// A text of several lines, told apart from a JSON string.
  static func block(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "\"") ? JSONValue.string(text).json : text
  }

  /// JSON in which no white space but single blanks stands, which formats would change.
  private static func protected(_ json: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterSpace = false
    for scalar in json.unicodeScalars {
      let isPlain: Bool =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " " && !isAfterSpace
        default: true
        }
      isAfterSpace = scalar == " "
      if isPlain {
        result.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
        result.append(contentsOf: ("\\u" + zeros + digits).unicodeScalars)
      }
    }
    return String(result)
  }

  /// Takes over what `missing` has said.
  /// - Returns: false when there is no such field, or its text is of another type.
  static func take(_ name: String, _ text: String, into details: inout BookDetails) -> Bool {
    guard let field = BookField.stored(named: name) else { return false }
    if text.isEmpty {
      details.clear(field)
      return true
    }
    switch field.kind {
    case .list, .people, .days:
      details.take(.array(ListText.parts(of: text).map(JSONValue.string)), for: name)
    case .contributors, .identifiers:
      var read = BookDetails()
      guard let value = try? JSONValue(json: text) else { return false }
      read.take(value, for: name)
      guard read.raw == nil else { return false }
      details.take(value, for: name)
    case .count:
      guard let number = Int64(text), number >= 0 else { return false }
      details.take(.integer(number), for: name)
    case .rating:
      guard let rating = Double(text), rating > 0, rating <= 5 else { return false }
      details.rating = rating
    default:
      guard case .string(let value)? = unquoted(text) else { return false }
      details.take(.string(value), for: name)
    }
    return true
  }

  private static func unquoted(_ text: String) -> JSONValue? {
    guard text.utf8.first == UInt8(ascii: "\"") else { return .string(text) }
    return (try? JSONValue(json: text)) ?? .string(text)
  }
}
