/// An ordered collection of elements that are found by their IDs.
///
/// It knows three things that an array does not: which elements were removed last, so that effects
/// of removed children end whoever removed them; the incarnation of each element, so that one added
/// again under the same ID is a new one; and, when it is saved, what has changed since.
///
/// Elements live in slots; removing leaves a vacant slot, and vacant slots go when they are the
/// larger part. So lookup, append, replacement and removal anywhere take O(1), amortised. The price
/// is that an element cannot be found by a number: the offset of a place is counted, in O(n), while
/// slots are vacant. Whoever must count often works on `elements`, an array.
///
/// The order is that of the collection and no part of an element's record: moving and sorting keep
/// each element's incarnation, and there is nothing to save. An order that must last is a part of
/// the record (a position, a date), by which a collection is sorted once it is loaded.
public struct IdentifiedCollection<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  public typealias ID = Element.ID

  @usableFromInline
  struct Slot: Sendable {
    /// Under what the slot is found; left over in a vacant slot.
    @usableFromInline var id: ID
    @usableFromInline var incarnation: UInt64
    /// Nil: the slot is vacant, or its element is lent.
    @usableFromInline var element: Element?

    @inlinable
    init(id: ID, incarnation: UInt64, element: Element?) {
      self.id = id
      self.incarnation = incarnation
      self.element = element
    }
  }

  @usableFromInline var slots: ContiguousArray<Slot> = []
  @usableFromInline var table = SlotTable()
  /// How many slots in front are known to be vacant, so that the first element is found at once.
  @usableFromInline var vacantInFront = 0
  /// The slot of which the element is with a child reducer for the moment.
  @usableFromInline var lentSlot: Int?
  @usableFromInline var removals = RemovalRing<ID>()
  @usableFromInline var journal: ChangeJournal<Element>?

  /// Makes an empty collection.
  @inlinable
  public init() {}

  // MARK: Reading

  /// How many elements there are.
  @inlinable
  public var count: Int { lentSlot == nil ? table.count : table.count - 1 }

  /// Whether there is no element.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// The IDs in order.
  /// - Complexity: O(n).
  @inlinable
  public var ids: [ID] { slots.compactMap { $0.element == nil ? nil : $0.id } }

  /// The elements in order.
  /// - Complexity: O(n).
  @inlinable
  public var elements: [Element] { slots.compactMap(\.element) }

  /// Whether there is an element with this ID.
  @inlinable
  public func contains(id: ID) -> Bool { slot(of: id) != nil }

  /// The number that tells this element from an earlier one with the same ID; nil when there is
  /// none.
  @inlinable
  public func incarnation(of id: ID) -> UInt64? { slot(of: id).map { slots[$0].incarnation } }

  /// The element with an ID.
  ///
  /// It may be changed in place. Assigning nil removes it; assigning an element where there was none
  /// appends it. An element that is given another ID in place becomes another element, in the same
  /// place; when that ID is taken, the changed element goes, and the mistake is reported.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { slot(of: id).flatMap { slots[$0].element } }
    set {
      if let newValue {
        assign(newValue, to: id)
      } else {
        remove(id: id)
      }
    }
    _modify {
      // mutant change-in-place-leaves-lent:
      //   `if let slot = slot(of: id), slot != lentSlot {`
      //   -> `if let slot = slot(of: id) {` (CollectionModelTests)
      if let slot = slot(of: id), slot != lentSlot {
        recordChange(in: slot)
        defer { settle(slot) }
        yield &slots[slot].element
      } else {
        var element: Element?
        defer { if let element { assign(element, to: id) } }
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
    let hash = SlotTable.hash(of: id)
    guard slot(of: id, hash: hash) == nil else {
      reportDuplicate(
        id, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      return false
    }
    if journal != nil { journal?.record(id, was: nil) }
    fillNewSlot(with: element, id: id, hash: hash)
    return true
  }

  /// Puts an element in the place of the one with its ID, which stays the same incarnation, or
  /// appends it.
  /// - Returns: the element that was there.
  @discardableResult
  @inlinable
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let slot = slot(of: element.id) else {
      append(element)
      return nil
    }
    return replace(in: slot, with: element)
  }

  /// Puts an element in the place of the one with its ID, which stays the same incarnation.
  /// - Returns: the element that was there; nil, and nothing changes, when there was none.
  @discardableResult
  @inlinable
  public mutating func update(_ element: Element) -> Element? {
    slot(of: element.id).flatMap { replace(in: $0, with: element) }
  }

  /// Removes the element with an ID.
  /// - Returns: the element; nil when there was none.
  @discardableResult
  @inlinable
  public mutating func remove(id: ID) -> Element? {
    let hash = SlotTable.hash(of: id)
    guard let slot = slot(of: id, hash: hash) else { return nil }
    recordChange(in: slot)
    let old = vacate(slot, hash: hash)
    dropVacantSlots()
    return old
  }
}
