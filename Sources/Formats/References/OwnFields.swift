import Catalogue

/// Fields under the tool's own names in files of other formats, for what those have no place for. Each
/// is one line of text; an empty one says that there is nothing.
enum OwnFields {
  /// The fields that must be said so that what was read becomes what is meant.
  static func missing(from read: BookDetails, of meant: BookDetails) -> [(
    name: String, text: String
  )] {
    var fields: [(name: String, text: String)] = []
    func add(_ name: String, _ isSame: Bool, _ text: String?) {
      if !isSame { fields.append((name, text ?? "")) }
    }
    func addText(_ name: String, _ field: KeyPath<BookDetails, String?>) {
      add(name, read[keyPath: field] == meant[keyPath: field], meant[keyPath: field].map(oneLine))
    }
    func addList(_ name: String, _ field: KeyPath<BookDetails, [String]?>) {
      add(
        name, read[keyPath: field] == meant[keyPath: field],
        meant[keyPath: field].map { protected(JSONValue.array($0.map(JSONValue.string)).json) })
    }
    addText("title", \.title)
    addText("sort_title", \.sortTitle)
    addText("subtitle", \.subtitle)
    addList("authors", \.authors)
    add(
      "contributors", read.contributors == meant.contributors,
      meant.contributors.map { protected($0.json.json) })
    addText("publisher", \.publisher)
    addText("published", \.published)
    addText("language", \.language)
    add("pages", read.pages == meant.pages, meant.pages.map(String.init))
    addText("series", \.series)
    addText("series_number", \.seriesNumber)
    addList("subjects", \.subjects)
    addList("tags", \.tags)
    add("rating", read.rating == meant.rating, meant.rating.map(NumberText.short))
    addText("shelf", \.shelf)
    addText("notes", \.notes)
    addText("review", \.review)
    addText("started_at", \.startedAt)
    addList("read_at", \.readAt)
    add("copies", read.copies == meant.copies, meant.copies.map(String.init))
    addText("location", \.location)
    addText("binding", \.binding)
    add(
      "identifiers", read.identifiers == meant.identifiers,
      meant.identifiers.map {
        protected(JSONValue.object($0.mapValues(JSONValue.string)).json)
      })
    return fields
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
    switch name {
    case "title", "sort_title", "subtitle", "publisher", "published", "language", "series",
      "series_number",
      "shelf", "notes", "review", "started_at", "location", "binding":
      if text.isEmpty { return clear(name, in: &details) }
      guard case .string(let value)? = unquoted(text) else { return false }
      details.take(.string(value), for: name)
    case "authors", "subjects", "tags", "read_at":
      if text.isEmpty { return clear(name, in: &details) }
      details.take(.array(ListText.parts(of: text).map(JSONValue.string)), for: name)
    case "contributors", "identifiers":
      if text.isEmpty { return clear(name, in: &details) }
      var read = BookDetails()
      guard let value = try? JSONValue(json: text) else { return false }
      read.take(value, for: name)
      guard read.raw == nil else { return false }
      details.take(value, for: name)
    case "pages", "copies":
      if text.isEmpty { return clear(name, in: &details) }
      guard let number = Int64(text), number >= 0 else { return false }
      details.take(.integer(number), for: name)
    case "rating":
      if text.isEmpty { return clear(name, in: &details) }
      guard let rating = Double(text), rating > 0, rating <= 5 else { return false }
      details.rating = rating
    default: return false
    }
    return true
  }

  private static func unquoted(_ text: String) -> JSONValue? {
    guard text.utf8.first == UInt8(ascii: "\"") else { return .string(text) }
    return (try? JSONValue(json: text)) ?? .string(text)
  }

  private static func clear(_ name: String, in details: inout BookDetails) -> Bool {
    switch name {
    case "title": details.title = nil
    case "sort_title": details.sortTitle = nil
    case "subtitle": details.subtitle = nil
    case "authors": details.authors = nil
    case "contributors": details.contributors = nil
    case "publisher": details.publisher = nil
    case "published": details.published = nil
    case "language": details.language = nil
    case "pages": details.pages = nil
    case "series": details.series = nil
    case "series_number": details.seriesNumber = nil
    case "subjects": details.subjects = nil
    case "tags": details.tags = nil
    case "rating": details.rating = nil
    case "shelf": details.shelf = nil
    case "notes": details.notes = nil
    case "review": details.review = nil
    case "started_at": details.startedAt = nil
    case "read_at": details.readAt = nil
    case "copies": details.copies = nil
    case "location": details.location = nil
    case "binding": details.binding = nil
    case "identifiers": details.identifiers = nil
    default: return false
    }
    return true
  }
}
