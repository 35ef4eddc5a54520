extension IdentifiedCollection: ExpressibleByArrayLiteral {
  /// Makes a collection; of elements with the same ID the first stays, and the others are reported.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}
