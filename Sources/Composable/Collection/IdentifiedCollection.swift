/// An ordered collection of elements that are found by their IDs.
///
/// It knows three things that an array does not: which elements were removed last, so that effects
/// of removed children end whoever removed them; the incarnation of each element, so that one added
/// again under the same ID is a new one; and, when it is saved, what has changed since.
///
/// Elements live in slots; removing leaves a vacant slot, and vacant slots go when they are the
/// larger part. So lookup, append, replacement and removal anywhere take O(1), amortised.
public struct IdentifiedCollection<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  public typealias ID = Element.ID

  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var element: Element?
    @usableFromInline var incarnation: UInt64

    @inlinable
    init(element: Element?, incarnation: UInt64) {
      self.element = element
      self.incarnation = incarnation
    }
  }

  @usableFromInline var slots: ContiguousArray<Slot> = []
  @usableFromInline var slotOfID: [ID: Int] = [:]
  @usableFromInline var removals = RemovalRing<ID>()
  @usableFromInline var journal: ChangeJournal<Element>?

  /// Makes an empty collection.
  @inlinable
  public init() {}

  /// Makes a collection; of elements with the same ID the first stays, and the others are reported.
  /// - Complexity: O(n).
  public init(
    _ elements: some Sequence<Element>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    for element in elements {
      append(element, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  // MARK: Reading

  /// How many elements there are.
  @inlinable
  public var count: Int { lentSlot == nil ? slotOfID.count : slotOfID.count - 1 }

  /// Whether there is no element.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// The IDs in order.
  /// - Complexity: O(n).
  public var ids: [ID] { slots.compactMap { $0.element?.id } }

  /// Whether there is an element with this ID.
  @inlinable
  public func contains(id: ID) -> Bool { slotOfID[id] != nil }

  /// The number that tells this element from an earlier one with the same ID; nil when there is
  /// none.
  @inlinable
  public func incarnation(of id: ID) -> UInt64? {
    slotOfID[id].map { slots[$0].incarnation }
  }

  /// The element with an ID.
  ///
  /// It may be changed in place. Assigning nil removes it; assigning an element where there was none
  /// appends it.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { slotOfID[id].flatMap { slots[$0].element } }
    _modify {
      if let slot = slotOfID[id] {
        recordChange(of: id, in: slot)
        defer { settle(slot, id: id) }
        yield &slots[slot].element
      } else {
        var element: Element?
        defer { if let element { append(element) } }
        yield &element
      }
    }
  }

  // MARK: Changing

  /// Appends an element.
  /// - Returns: whether it was appended; when its ID is taken, nothing changes and the mistake is
  ///   reported.
  @discardableResult
  @inlinable
  public mutating func append(
    _ element: Element, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let id = element.id
    guard slotOfID[id] == nil else {
      reportDuplicate(
        id, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      return false
    }
    journal?.record(id, was: nil)
    insertWithoutJournal(element, id: id)
    return true
  }

  /// Puts an element in the place of the one with its ID, which stays the same incarnation, or
  /// appends it.
  /// - Returns: the element that was there.
  @discardableResult
  @inlinable
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let id = element.id
    guard let slot = slotOfID[id] else {
      append(element)
      return nil
    }
    recordChange(of: id, in: slot)
    let old = slots[slot].element
    slots[slot].element = element
    return old
  }

  /// Removes the element with an ID.
  /// - Returns: the element; nil when there was none.
  @discardableResult
  @inlinable
  public mutating func remove(id: ID) -> Element? {
    guard let slot = slotOfID[id] else { return nil }
    recordChange(of: id, in: slot)
    let old = slots[slot].element
    vacate(slot, id: id)
    return old
  }

  /// Removes every element.
  /// - Complexity: O(n).
  public mutating func removeAll() {
    for id in ids { remove(id: id) }
  }

  // MARK: Slots

  @inlinable
  mutating func insertWithoutJournal(_ element: Element, id: ID) {
    slotOfID[id] = slots.count
    slots.append(Slot(element: element, incarnation: Stamp.next()))
  }

  @inlinable
  mutating func recordChange(of id: ID, in slot: Int) {
    if journal != nil { journal?.record(id, was: slots[slot].element) }
  }

  /// Frees a slot, whose element may already be gone, and remembers the removal.
  @inlinable
  mutating func vacate(_ slot: Int, id: ID) {
    slotOfID[id] = nil
    slots[slot].element = nil
    if lentSlot == slot {
      lentSlot = nil
      lentID = nil
    }
    removals.append(id, incarnation: slots[slot].incarnation)
    while let last = slots.last, last.element == nil, !isLent(slots.count - 1) {
      slots.removeLast()
    }
    if slots.count > 32 && slotOfID.count < slots.count / 2 { compact() }
  }

  /// Whether a slot's element is with a child reducer for the moment.
  @usableFromInline var lentSlot: Int?

  @inlinable
  func isLent(_ slot: Int) -> Bool { lentSlot == slot }

  @usableFromInline
  mutating func compact() {
    var kept = ContiguousArray<Slot>()
    kept.reserveCapacity(slotOfID.count)
    for (position, slot) in slots.enumerated() {
      if let element = slot.element {
        slotOfID[element.id] = kept.count
        kept.append(slot)
      } else if isLent(position), let lent = lentID {
        slotOfID[lent] = kept.count
        lentSlot = kept.count
        kept.append(slot)
      }
    }
    slots = kept
  }

  @usableFromInline var lentID: ID?

  /// Brings a slot into order whose element was changed from outside: it may be gone, or have
  /// another ID, and then it is another element.
  @inlinable
  mutating func settle(_ slot: Int, id: ID) {
    guard let element = slots[slot].element else {
      vacate(slot, id: id)
      return
    }
    if element.id != id {
      vacate(slot, id: id)
      append(element)
    }
  }

  // MARK: Mistakes

  @usableFromInline
  func reportDuplicate(_ id: ID, at place: CallSite) {
    IssueReporting.report(
      """
      An element with an ID that is taken was appended to an identified collection, and ignored.

        ID: \(id)
        Element: \(Element.self)

      Likely causes: the element was added twice, or two elements were given one ID.

      Use updateOrAppend(_:) to replace the element, or give the new one an ID of its own.
      """, at: place)
  }
}
