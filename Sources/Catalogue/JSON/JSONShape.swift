/// Which members of objects are wanted; arrays between them do not count.
package struct JSONShape: Sendable {
  struct Field: Sendable {
    let name: String
    let key: StaticString
    /// What is wanted of the member's own objects; nil: everything.
    let shape: JSONShape?
  }

  let fields: [Field]
  /// Whether an object of which nothing but the first of these members is there, a text, is read as
  /// that text.
  let isText: Bool

  /// - Parameters:
  ///   - whole: names of members that are wanted with all that is in them.
  ///   - isText: whether an object with nothing but the first of them, a text, is read as that text.
  ///   - parts: names of members of which only a part is wanted.
  package init(
    _ whole: StaticString..., isText: Bool = false, parts: [(StaticString, JSONShape)] = []
  ) {
    fields =
      whole.map { Field(name: $0.description, key: $0, shape: nil) }
      + parts.map { Field(name: $0.0.description, key: $0.0, shape: $0.1) }
    self.isText = isText
  }
}

extension JSONReader {
  /// Reads the members of an object that a shape names, in their order, and passes over the others,
  /// looking in them only at brackets and strings. Of two equal keys the first counts.
  /// - Returns: nil, and nothing is read, when no object begins here.
  /// - Throws: what is wrong, and where.
  package mutating func members(
    _ shape: JSONShape
  ) throws(JSONError) -> [(name: String, value: JSONValue)]? {
    guard peek() == UInt8(ascii: "{") else { return nil }
    return try members(shape, inside: 1)
  }

  private mutating func value(_ shape: JSONShape, inside depth: Int) throws(JSONError) -> JSONValue
  {
    switch peek() {
    case UInt8(ascii: "{"):
      let members = try members(shape, inside: depth + 1)
      if shape.isText, members.count == 1, let first = shape.fields.first,
        first.name == members[0].name, case .string = members[0].value
      {
        return members[0].value
      }
      return .object(Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first })
    case UInt8(ascii: "["):
      guard depth < greatestDepth else { throw failure(.tooDeep) }
      position += 1
      var elements: [JSONValue] = []
      var isFirst = true
      while try continues(until: UInt8(ascii: "]"), isFirst: &isFirst) {
        elements.append(try value(shape, inside: depth + 1))
      }
      return .array(elements)
    default: return try value(inside: depth)
    }
  }

  private mutating func members(
    _ shape: JSONShape, inside depth: Int
  ) throws(JSONError) -> [(name: String, value: JSONValue)] {
    guard depth <= greatestDepth else { throw failure(.tooDeep) }
    position += 1
    var members: [(name: String, value: JSONValue)] = []
    members.reserveCapacity(min(shape.fields.count, 8))
    var isFirst = true
    while let key = try nextKey(isFirst: &isFirst) {
      guard let field = shape.fields.first(where: { equals(key, $0.key) }) else {
        try skipValue()
        continue
      }
      let value =
        if let inner = field.shape {
          try value(inner, inside: depth)
        } else {
          try value(inside: depth)
        }
      if !members.contains(where: { $0.name == field.name }) { members.append((field.name, value)) }
    }
    return members
  }
}
