extension PresentationState: Equatable where State: Equatable {
  /// Whether equal states are presented, or nothing by both.
  public static func == (left: Self, right: Self) -> Bool {
    left.presentation === right.presentation || left.wrappedValue == right.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension PresentationState: Encodable where State: Encodable {
  /// Encodes the state, or null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  /// Decodes a state, or null, and presents it.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes what a property presents; nothing, when it was saved before there was the property.
  public func decode<State: Decodable>(
    _: PresentationState<State>.Type, forKey key: Key
  ) throws -> PresentationState<State> {
    PresentationState(wrappedValue: try decodeIfPresent(State.self, forKey: key))
  }
}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}
