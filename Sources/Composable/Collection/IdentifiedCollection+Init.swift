extension IdentifiedCollection {
  /// Makes a collection; of elements with the same ID the first stays, and the others are reported.
  /// - Complexity: O(n).
  @inlinable
  public init(
    _ elements: some Sequence<Element>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      append(element, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Makes a collection of elements of which several may have the same ID.
  /// - Parameters:
  ///   - elements: the elements; the place is that of the first with an ID.
  ///   - combine: makes one of two with the same ID, the earlier and the later, and keeps the ID.
  /// - Throws: what `combine` throws.
  /// - Complexity: O(n).
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      if let earlier = self[id: element.id] {
        self[id: element.id] = try combine(earlier, element)
      } else {
        append(element)
      }
    }
  }

  /// Makes room for a number of elements, so that appending them moves nothing.
  /// - Complexity: O(n).
  @inlinable
  public mutating func reserveCapacity(_ capacity: Int) {
    let wanted = slots.count + Swift.max(0, capacity - count)
    if wanted > slots.capacity { growSlots(to: wanted) }
    if capacity > table.count { table.resize(for: capacity) }
  }
}
