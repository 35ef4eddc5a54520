extension StackState.Entry: Equatable where Element: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.element == right.element
  }
}

extension StackState.Entry: Hashable where Element: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(element)
  }
}

extension StackState: Equatable where Element: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as an array, from the bottom, without their IDs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes an array of elements, which get new IDs.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { append(try container.decode(Element.self)) }
  }
}

extension StackState.Entry: CustomReflectable {
  var customMirror: Mirror { Mirror(reflecting: element as Any) }
}

extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(entries), displayStyle: .collection)
  }
}

extension StackState: CustomStringConvertible {
  public var description: String { Array(self).description }
}
