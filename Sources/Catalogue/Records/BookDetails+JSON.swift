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
      let key = TextForm.streamSafe(try reader.text(of: quoted))
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
      case .text(let slot): take(value, at: slot)
      case .list(let slot): take(value, at: slot)
      case .contributors(let slot): take(value, at: slot)
      case .count(let slot): take(value, at: slot)
      case .rating(let slot): take(value, at: slot)
      case .identifiers(let slot): take(value, at: slot)
      }
    if !fits { keep(value, for: key) }
  }

  /// Keeps a value that is not of its field's type.
  private mutating func keep(_ value: JSONValue, for key: String) {
    if raw == nil { raw = [:] }
    raw?[key] = value
  }

  private mutating func take<Value>(_ value: JSONValue, at slot: BookField.Slot<Value>) -> Bool {
    let value = Value(json: value)
    self[slot] = value
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
      writer.key(plain: field.plainName)
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
    case .text(let slot)?:
      guard let text = self[slot] else { return false }
      writer.string(text)
    case .list(let slot)?:
      guard let texts = self[slot] else { return false }
      writer.strings(texts)
    case .contributors(let slot)?:
      guard let contributors = self[slot] else { return false }
      writer.contributors(contributors)
    case .count(let slot)?:
      guard let count = self[slot] else { return false }
      writer.integer(count)
    case .rating(let slot)?:
      guard let rating = self[slot] else { return false }
      writer.shortNumber(rating)
    case .identifiers(let slot)?:
      guard let identifiers = self[slot] else { return false }
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
