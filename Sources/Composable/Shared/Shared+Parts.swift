extension Shared {
  /// A reference to a property of the value.
  public subscript<Member: Sendable>(
    dynamicMember path: any WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(part: PropertyPart(of: self, at: path))
  }

  /// A read-only reference to a property of the value.
  public subscript<Member: Sendable>(
    dynamicMember path: any KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: path]
  }

  /// A reference to an element of a shared collection.
  ///
  /// It is this element, not one that is added later under its ID. When it is removed, reading gives
  /// what was there last, and a change is dropped and reported.
  /// - Returns: nil when there is no such element.
  public subscript<Element: Identifiable & Sendable>(
    id id: Element.ID, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Shared<Element>? where Value == IdentifiedCollection<Element> {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ElementPart(of: self, id: id, at: place).map { Shared<Element>(part: $0) }
  }

  /// Takes the value of an optional.
  ///
  /// When the optional becomes nil, reading gives what was there last, and a change is dropped and
  /// reported.
  /// - Returns: nil when there is no value.
  public init?(
    _ optional: Shared<Value?>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let part = OptionalPart(of: optional, at: place) else { return nil }
    self.init(part: part)
  }
}
