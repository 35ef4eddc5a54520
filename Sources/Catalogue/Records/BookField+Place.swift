extension BookField {
  /// Where `BookDetails` keeps the value of a field, by the type of the value.
  enum Place: Sendable {
    case text(Slot<String>)
    case list(Slot<[String]>)
    case contributors(Slot<[Contributor]>)
    case count(Slot<Int>)
    case rating(Slot<Double>)
    case identifiers(Slot<[String: String]>)
  }

  /// A place in `BookDetails`.
  ///
  /// A stored property is reached by its offset, which is some twenty times as fast as by its key path:
  /// an export reads two dozen fields of each book.
  struct Slot<Value: BookFieldValue>: Sendable {
    /// Negative: a field that no property is for.
    fileprivate let offset: Int
    fileprivate let name: StaticString

    /// - Parameters:
    ///   - path: the property that keeps the value; nil: none, and it is kept by its name.
    ///   - name: the field's name.
    init(_ path: KeyPath<BookDetails, Value?>?, _ name: StaticString) {
      offset = path.flatMap { MemoryLayout<BookDetails>.offset(of: $0) } ?? -1
      self.name = name
    }
  }
}

extension BookDetails {
  /// The value at a place.
  ///
  /// The pointer is to this very value, and the offset is what `MemoryLayout.offset(of:)` gives for a
  /// stored property of this type, for which its documentation allows just that.
  subscript<Value>(_ slot: BookField.Slot<Value>) -> Value? {
    @inline(__always) get {
      guard slot.offset >= 0 else { return more?["\(slot.name)"].flatMap(Value.init(json:)) }
      return withUnsafePointer(to: self) { details in
        UnsafeRawPointer(details).advanced(by: slot.offset)
          .assumingMemoryBound(to: Value?.self).pointee
      }
    }
    @inline(__always) set {
      guard slot.offset >= 0 else { return keep(newValue?.json, under: "\(slot.name)") }
      withUnsafeMutablePointer(to: &self) { details in
        UnsafeMutableRawPointer(details).advanced(by: slot.offset)
          .assumingMemoryBound(to: Value?.self).pointee = newValue
      }
    }
  }

  private mutating func keep(_ value: JSONValue?, under name: String) {
    var values = more ?? [:]
    values[name] = value
    more = values.isEmpty ? nil : values
  }
}

/// A value of a field, as JSON has it.
protocol BookFieldValue: Hashable, Sendable {
  /// Nil: the value is not of this type.
  init?(json: JSONValue)
  var json: JSONValue { get }
}

extension String: BookFieldValue {
  init?(json: JSONValue) {
    guard case .string(let text) = json else { return nil }
    self = text
  }

  var json: JSONValue { .string(self) }
}

extension Int: BookFieldValue {
  init?(json: JSONValue) {
    switch json {
    case .integer(let value): self.init(exactly: value)
    case .number(let value):
      guard let whole = value.whole else { return nil }
      self.init(exactly: whole)
    default: return nil
    }
  }

  var json: JSONValue { .integer(Int64(self)) }
}

extension Double: BookFieldValue {
  init?(json: JSONValue) {
    switch json {
    case .integer(let value): self = Double(value)
    case .number(let value):
      guard value.isFinite else { return nil }
      self = value
    default: return nil
    }
  }

  var json: JSONValue { .number(self) }
}

extension Array: BookFieldValue where Element: BookFieldValue {
  init?(json: JSONValue) {
    guard case .array(let elements) = json else { return nil }
    self = []
    reserveCapacity(elements.count)
    for element in elements {
      guard let element = Element(json: element) else { return nil }
      append(element)
    }
  }

  var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: BookFieldValue where Key == String, Value == String {
  init?(json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    var texts: [String: String] = [:]
    for (key, member) in members {
      guard case .string(let text) = member else { return nil }
      texts[key] = text
    }
    self = texts
  }

  var json: JSONValue { .object(mapValues(JSONValue.string)) }
}

extension Contributor: BookFieldValue {
  init?(json: JSONValue) {
    guard case .object(let members) = json, case .string(let name)? = members["name"] else {
      return nil
    }
    self.init(name: name)
    for (key, value) in members where key != "name" && value != .null {
      switch (key, value) {
      case ("role", .string(let role)): self.role = role
      case ("sort_name", .string(let sortName)): self.sortName = sortName
      case ("dates", .string(let dates)): self.dates = dates
      default: return nil
      }
    }
  }

  /// The person as the tool stores it.
  public var json: JSONValue {
    var members: [String: JSONValue] = ["name": .string(name)]
    members["role"] = role.map(JSONValue.string)
    members["sort_name"] = sortName.map(JSONValue.string)
    members["dates"] = dates.map(JSONValue.string)
    return .object(members)
  }
}
