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
    guard key != "raw" else {
      if case .object(let members) = value {
        raw = members.merging(raw ?? [:]) { fromRaw, _ in fromRaw }
      } else {
        keep(value, for: key)
      }
      return
    }
    guard let place = BookField.stored(named: key)?.place else {
      if other == nil { other = [:] }
      other?[key] = value
      return
    }
    let fits =
      switch place {
      case .text(let path): Self.set(&self[keyPath: path], value.text)
      case .list(let path): Self.set(&self[keyPath: path], value.texts)
      case .contributors(let path): Self.set(&self[keyPath: path], value.contributors)
      case .count(let path): Self.set(&self[keyPath: path], value.whole)
      case .rating(let path): Self.set(&self[keyPath: path], value.real)
      case .identifiers(let path): Self.set(&self[keyPath: path], value.textsByKey)
      }
    if !fits { keep(value, for: key) }
  }

  /// Keeps a value that is not of its field's type.
  private mutating func keep(_ value: JSONValue, for key: String) {
    if raw == nil { raw = [:] }
    raw?[key] = value
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
    for field in BookField.stored where says(field) {
      writer.key(field.name)
      _ = write(field, to: &writer)
    }
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

  /// Writes the value of a field.
  /// - Returns: false where nothing is said; nothing is written then.
  package func write(_ field: BookField, to writer: inout JSONWriter) -> Bool {
    switch field.place {
    case .text(let path)?:
      guard let text = self[keyPath: path] else { return false }
      writer.string(text)
    case .list(let path)?:
      guard let texts = self[keyPath: path] else { return false }
      writer.strings(texts)
    case .contributors(let path)?:
      guard let contributors = self[keyPath: path] else { return false }
      writer.contributors(contributors)
    case .count(let path)?:
      guard let count = self[keyPath: path] else { return false }
      writer.integer(count)
    case .rating(let path)?:
      guard let rating = self[keyPath: path] else { return false }
      writer.shortNumber(rating)
    case .identifiers(let path)?:
      guard let identifiers = self[keyPath: path] else { return false }
      writer.texts(identifiers)
    case nil: return false
    }
    return true
  }

  /// Our names begin with a lowercase letter, which most names of columns do not.
  private static func isName(_ key: String) -> Bool {
    guard let first = key.utf8.first, first >= UInt8(ascii: "a") else { return false }
    return key == "raw" || BookField.stored(named: key) != nil
  }
}

extension JSONWriter {
  /// Writes people as objects.
  public mutating func contributors(_ contributors: [Contributor]) {
    beginArray()
    for contributor in contributors {
      beginObject()
      member("name", contributor.name)
      member("role", contributor.role)
      member("sort_name", contributor.sortName)
      member("dates", contributor.dates)
      endObject()
    }
    endArray()
  }

  /// Writes texts by key, in the order of the keys.
  public mutating func texts(_ texts: [String: String]) {
    beginObject()
    for (key, value) in texts.sorted(by: { $0.key < $1.key }) {
      self.key(key)
      string(value)
    }
    endObject()
  }
}

extension Contributor {
  /// The person as the tool stores it.
  public var json: JSONValue {
    var members: [String: JSONValue] = ["name": .string(name)]
    members["role"] = role.map(JSONValue.string)
    members["sort_name"] = sortName.map(JSONValue.string)
    members["dates"] = dates.map(JSONValue.string)
    return .object(members)
  }
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
