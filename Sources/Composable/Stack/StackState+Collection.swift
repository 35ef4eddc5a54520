extension StackState: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int { entries.count }

  /// The element at a position, from the bottom.
  ///
  /// It may be changed in place. Assigning a state puts another element there, under another ID.
  public subscript(position: Int) -> Element {
    get {
      guard let element = entries[entries.index(entries.startIndex, offsetBy: position)].element
      else { preconditionFailure("The element at \(position) is being changed in place.") }
      return element
    }
    set { replaceSubrange(position...position, with: CollectionOfOne(newValue)) }
    _modify {
      var element = self[position]
      let id = ids[position]
      entries[id: id]?.element = nil
      defer { entries[id: id]?.element = element }
      yield &element
    }
  }
}

extension StackState: RangeReplaceableCollection, ExpressibleByArrayLiteral {
  /// Makes a path of elements that are all new.
  public init(arrayLiteral elements: Element...) { self.init(elements) }

  /// Takes elements away, and puts new ones in their place.
  /// - Complexity: O(elements).
  public mutating func replaceSubrange(
    _ range: Range<Int>, with newElements: some Collection<Element>
  ) {
    for id in ids[range] { entries.remove(id: id) }
    for (offset, element) in newElements.enumerated() {
      insert(element, id: nextID(), at: range.lowerBound + offset)
    }
  }

  // What these have of themselves would make new elements of those that stay.

  /// Takes away the elements for which `isGone` holds; those that stay keep their IDs.
  /// - Complexity: O(elements).
  public mutating func removeAll(where isGone: (Element) throws -> Bool) rethrows {
    // mutant those-that-stay-keep-ids:
    //   `try entries.removeAll { try $0.element.map(isGone) ?? false }`
    //   -> `self = StackState(try Array(self).filter { try !isGone($0) })` (StackStateTests)
    try entries.removeAll { try $0.element.map(isGone) ?? false }
  }

  /// Takes every element away.
  public mutating func removeAll(keepingCapacity: Bool = false) { entries.removeAll() }

  /// The path without the elements for which `isIncluded` does not hold; those that stay keep their
  /// IDs.
  /// - Complexity: O(elements).
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }
}
