extension IdentifiedCollection {
  /// Inserts an element before that at an offset.
  /// - Parameters:
  ///   - element: the element.
  ///   - offset: how many elements come before it, at most `count`. Any other is reported, and the
  ///     nearest taken.
  /// - Returns: whether it was inserted; when its ID is taken, nothing changes and the mistake is
  ///   reported.
  /// - Complexity: O(1) at the end; else O(n).
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element, at offset: Int, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let count = count
    if !(0...count).contains(offset) {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      reportOffset(offset, did: "the element is inserted at the nearest one", at: place)
    }
    guard append(element, fileID: fileID, filePath: filePath, line: line, column: column) else {
      return false
    }
    if offset < count { move(from: [count], to: Swift.max(0, offset)) }
    return true
  }

  /// Puts an element in the place of the one with its ID, which stays the same incarnation, or
  /// inserts it.
  /// - Parameter offset: how many elements come before it, at most `count`.
  /// - Returns: the element that was there.
  /// - Complexity: O(1) to update, and at the end; else O(n).
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at offset: Int, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Element? {
    if let slot = slot(of: element.id) { return replace(in: slot, with: element) }
    insert(element, at: offset, fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }

  /// Moves elements, which stay in their order and the same incarnations.
  /// - Parameters:
  ///   - offsets: how many elements come before each that is moved, such as an `IndexSet`.
  ///   - destination: the offset, as it is before the move, of the element that they come before;
  ///     `count`: they come last. When one of these is no offset, it is reported, and nothing moves.
  /// - Complexity: O(n).
  @inlinable
  public mutating func move(
    fromOffsets offsets: some Sequence<Int>, toOffset destination: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let moved = Set(offsets)
    let wrong = moved.filter { !(0..<count).contains($0) }.min()
    // mutant wrong-offsets-move-nothing:
    //   `if let wrong = wrong ??` -> `if false, let wrong = wrong ??` (CollectionMistakeTests)
    if let wrong = wrong ?? ((0...count).contains(destination) ? nil : destination) {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      reportOffset(wrong, did: "nothing is moved", at: place)
      return
    }
    move(from: moved, to: destination)
  }

  /// Moves an element before another one; it stays the same incarnation.
  /// - Returns: false, and nothing moves, when one of the two is not there.
  /// - Complexity: O(n).
  @inlinable
  @discardableResult
  public mutating func move(id: ID, before other: ID) -> Bool {
    guard let from = index(id: id), let to = index(id: other) else { return false }
    move(from: [distance(from: startIndex, to: from)], to: distance(from: startIndex, to: to))
    return true
  }

  /// Moves an element to the end; it stays the same incarnation.
  /// - Returns: false when there is no such element.
  /// - Complexity: O(1), amortised.
  @inlinable
  @discardableResult
  public mutating func moveToEnd(id: ID) -> Bool {
    let hash = SlotTable.hash(of: id)
    guard let slot = slot(of: id, hash: hash), let element = slots[slot].element else {
      return false
    }
    table.remove(hash: hash, slot: slot)
    slots[slot].element = nil
    table.insert(hash: hash, slot: slots.count)
    slots.append(Slot(id: id, incarnation: slots[slot].incarnation, element: element))
    dropVacantSlots()
    return true
  }

  @inlinable
  mutating func move(from offsets: Set<Int>, to destination: Int) {
    let occupied = occupiedSlots
    let moved = offsets.sorted().map { occupied[$0] }
    let rest = { (range: Range<Int>) in
      range.filter { !offsets.contains($0) }.map { occupied[$0] }
    }
    arrangeOccupied(rest(0..<destination) + moved + rest(destination..<occupied.count))
  }
}
