extension BookDetails {
  /// Reads what one origin says from its JSON object.
  ///
  /// A value that is not of its field's type goes to `raw` under the field's name, a field that has
  /// no name here to `other`; null says nothing. So one wrong value never loses the others.
  /// - Parameter json: UTF-8, one object.
  /// - Throws: `JSONError` when the text is not JSON or not an object.
  public init(json: Span<UInt8>) throws(JSONError) {
    var details = BookDetails()
    var reader = JSONReader(repairing: json)
    if let byte = reader.peek(), byte != UInt8(ascii: "{") { throw reader.failure(.notAnObject) }
    try reader.expect(UInt8(ascii: "{"))
    var seen: Set<String> = []
    var isFirst = true
    while let quoted = try reader.nextKey(isFirst: &isFirst) {
      let key = try reader.text(of: quoted)
      let value = try reader.value(inside: 1)
      // Of two equal keys the first counts, as in SQLite.
      if seen.insert(key).inserted { details.take(value, for: key) }
    }
    try reader.expectEnd()
    self = details
  }

  /// Reads what one origin says; see `init(json:)` of bytes.
  public init(json: String) throws(JSONError) {
    try self.init(json: json.utf8Span.span)
  }

  /// Takes a field over from JSON as `init(json:)` does.
  public mutating func take(_ value: JSONValue, for key: String) {
    if value == .null { return }
    var fits = true
    switch key {
    case "title": fits = Self.set(&title, value.text)
    case "sort_title": fits = Self.set(&sortTitle, value.text)
    case "subtitle": fits = Self.set(&subtitle, value.text)
    case "authors": fits = Self.set(&authors, value.texts)
    case "contributors": fits = Self.set(&contributors, value.contributors)
    case "publisher": fits = Self.set(&publisher, value.text)
    case "published": fits = Self.set(&published, value.text)
    case "language": fits = Self.set(&language, value.text)
    case "pages": fits = Self.set(&pages, value.whole)
    case "series": fits = Self.set(&series, value.text)
    case "series_number": fits = Self.set(&seriesNumber, value.text)
    case "subjects": fits = Self.set(&subjects, value.texts)
    case "tags": fits = Self.set(&tags, value.texts)
    case "rating": fits = Self.set(&rating, value.real)
    case "shelf": fits = Self.set(&shelf, value.text)
    case "notes": fits = Self.set(&notes, value.text)
    case "review": fits = Self.set(&review, value.text)
    case "started_at": fits = Self.set(&startedAt, value.text)
    case "read_at": fits = Self.set(&readAt, value.texts)
    case "copies": fits = Self.set(&copies, value.whole)
    case "location": fits = Self.set(&location, value.text)
    case "binding": fits = Self.set(&binding, value.text)
    case "identifiers": fits = Self.set(&identifiers, value.textsByKey)
    case "raw":
      if case .object(let members) = value {
        raw = members.merging(raw ?? [:]) { fromRaw, _ in fromRaw }
      } else {
        fits = false
      }
    default:
      other = other ?? [:]
      other?[key] = value
    }
    if !fits {
      raw = raw ?? [:]
      raw?[key] = value
    }
  }

  private static func set<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
    field = value
    return value != nil
  }

  /// What is said, as a JSON object: fields in a fixed order, then the others by name.
  public var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  /// Writes the object that `json` gives.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("title", title)
    writer.member("sort_title", sortTitle)
    writer.member("subtitle", subtitle)
    writer.member("authors", authors)
    if let contributors { write(contributors, to: &writer) }
    writer.member("publisher", publisher)
    writer.member("published", published)
    writer.member("language", language)
    writer.member("pages", pages)
    writer.member("series", series)
    writer.member("series_number", seriesNumber)
    writer.member("subjects", subjects)
    writer.member("tags", tags)
    if let rating {
      writer.key(plain: "rating")
      writer.shortNumber(rating)
    }
    writer.member("shelf", shelf)
    writer.member("notes", notes)
    writer.member("review", review)
    writer.member("started_at", startedAt)
    writer.member("read_at", readAt)
    writer.member("copies", copies)
    writer.member("location", location)
    writer.member("binding", binding)
    if let identifiers { write(identifiers, to: &writer) }
    // A field of the file that bears a name of ours must not take that field's place.
    var raw = raw ?? [:]
    var named: [(key: String, value: JSONValue)] = []
    for (key, value) in other ?? [:] {
      if Self.isName(key) {
        raw[key] = raw[key] ?? value
      } else {
        named.append((key, value))
      }
    }
    if !raw.isEmpty || self.raw != nil {
      writer.key(plain: "raw")
      writer.object(raw)
    }
    named.sort { $0.key < $1.key }
    for (key, value) in named {
      writer.key(key)
      writer.value(value)
    }
    writer.endObject()
  }

  private func write(_ contributors: [Contributor], to writer: inout JSONWriter) {
    writer.key(plain: "contributors")
    writer.beginArray()
    for contributor in contributors {
      writer.beginObject()
      writer.member("name", contributor.name)
      writer.member("role", contributor.role)
      writer.member("sort_name", contributor.sortName)
      writer.member("dates", contributor.dates)
      writer.endObject()
    }
    writer.endArray()
  }

  private func write(_ identifiers: [String: String], to writer: inout JSONWriter) {
    writer.key(plain: "identifiers")
    writer.beginObject()
    for (key, value) in identifiers.sorted(by: { $0.key < $1.key }) {
      writer.key(key)
      writer.string(value)
    }
    writer.endObject()
  }

  /// Our names begin with a small letter, which most names of columns do not.
  private static func isName(_ key: String) -> Bool {
    guard let first = key.utf8.first, first >= UInt8(ascii: "a") else { return false }
    return names.contains(key)
  }

  private static let names: Set<String> = [
    "title", "sort_title", "subtitle", "authors", "contributors", "publisher", "published",
    "language", "pages",
    "series", "series_number", "subjects", "tags", "rating", "shelf", "notes", "review",
    "started_at", "read_at", "copies", "location", "binding", "identifiers", "raw",
  ]
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  fileprivate var whole: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .number(let value): value.whole.map(Int.init)
    default: nil
    }
  }

  fileprivate var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value.isFinite ? value : nil
    default: nil
    }
  }

  fileprivate var texts: [String]? {
    guard case .array(let elements) = self else { return nil }
    var texts: [String] = []
    texts.reserveCapacity(elements.count)
    for element in elements {
      guard let text = element.text else { return nil }
      texts.append(text)
    }
    return texts
  }

  fileprivate var textsByKey: [String: String]? {
    guard case .object(let members) = self else { return nil }
    var texts: [String: String] = [:]
    for (key, member) in members {
      guard let text = member.text else { return nil }
      texts[key] = text
    }
    return texts
  }

  fileprivate var contributors: [Contributor]? {
    guard case .array(let elements) = self else { return nil }
    var contributors: [Contributor] = []
    for element in elements {
      guard case .object(let members) = element, let name = members["name"]?.text else {
        return nil
      }
      var contributor = Contributor(name: name)
      for (key, value) in members where key != "name" && value != .null {
        switch (key, value.text) {
        case ("role", let role?): contributor.role = role
        case ("sort_name", let sortName?): contributor.sortName = sortName
        case ("dates", let dates?): contributor.dates = dates
        default: return nil
        }
      }
      contributors.append(contributor)
    }
    return contributors
  }
}
