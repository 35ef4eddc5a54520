extension IdentifiedCollection: Encodable where Element: Encodable {
  /// Encodes the elements, in order, as an array.
  /// - Complexity: O(n).
  @inlinable
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension IdentifiedCollection: Decodable where Element: Decodable {
  /// Decodes an array of elements.
  /// - Throws: a `DecodingError` when two elements have the same ID: what is read is input, and no
  ///   mistake of the program.
  /// - Complexity: O(n).
  @inlinable
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let place = container.currentIndex
      let element = try container.decode(Element.self)
      // mutant duplicate-in-data-is-refused:
      //   `guard !contains(id: element.id) else {` -> `guard true else {` (CollectionCodingTests)
      guard !contains(id: element.id) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: container.codingPath,
            debugDescription: "Element \(place) has the ID \(element.id) of an earlier one."))
      }
      append(element)
    }
  }
}
