extension IdentifiedCollection {
  @inlinable
  func slot(of id: ID) -> Int? { slot(of: id, hash: SlotTable.hash(of: id)) }

  @inlinable
  // mutant ids-are-compared: `{ slots[$0].id == id }` -> `{ _ in true }` (CollectionModelTests)
  func slot(of id: ID, hash: UInt32) -> Int? { table.slot(hash: hash) { slots[$0].id == id } }

  @inlinable
  mutating func recordChange(in slot: Int) {
    if journal != nil { journal?.record(slots[slot].id, was: slots[slot].element) }
  }

  @inlinable
  mutating func fillNewSlot(with element: Element, id: ID, hash: UInt32) {
    table.insert(hash: hash, slot: slots.count)
    if slots.count == slots.capacity { growSlots(to: 2 * slots.count) }
    slots.append(Slot(id: id, incarnation: Stamp.next(), element: element))
  }

  /// Makes room for slots; many of them go to memory in large pages.
  @inlinable
  mutating func growSlots(to capacity: Int) {
    guard capacity * MemoryLayout<Slot>.stride >= LargePages.least else {
      return slots.reserveCapacity(capacity)
    }
    let old = slots
    slots = ContiguousArray(unsafeUninitializedCapacity: capacity) { memory, initialized in
      LargePages.use(for: memory)
      initialized = memory.initialize(fromContentsOf: old)
    }
  }

  @inlinable
  mutating func replace(in slot: Int, with element: Element) -> Element? {
    // mutant write-to-lent-is-reported:
    //   `if slot == lentSlot {` -> `if false {` (CollectionMistakeTests)
    if slot == lentSlot {
      reportLent(element.id)
      return nil
    }
    recordChange(in: slot)
    let old = slots[slot].element
    slots[slot].element = element
    return old
  }

  /// Puts an element where that with an ID is, or appends it.
  @inlinable
  mutating func assign(_ element: Element, to id: ID) {
    guard let slot = slot(of: id) else {
      append(element)
      return
    }
    guard slot != lentSlot else {
      reportLent(id)
      return
    }
    recordChange(in: slot)
    slots[slot].element = element
    settle(slot)
  }

  /// Frees a slot, and remembers the removal; the slot itself stays until `dropVacantSlots`.
  /// - Returns: the element; nil when it is lent.
  @inlinable
  @discardableResult
  mutating func vacate(_ slot: Int, hash: UInt32) -> Element? {
    table.remove(hash: hash, slot: slot)
    let old = slots[slot].element
    slots[slot].element = nil
    // mutant removed-lent-element-stays-away:
    //   `if lentSlot == slot { lentSlot = nil }` -> `` (CollectionModelTests)
    if lentSlot == slot { lentSlot = nil }
    removals.append(slots[slot].id, incarnation: slots[slot].incarnation)
    return old
  }

  @inlinable
  // mutant lent-slot-is-not-vacant: ` && slot != lentSlot }` -> ` }` (CollectionModelTests)
  func isVacant(_ slot: Int) -> Bool { slots[slot].element == nil && slot != lentSlot }

  /// Lets vacant slots go at the end, and everywhere when they are the larger part.
  @inlinable
  mutating func dropVacantSlots() {
    while !slots.isEmpty && isVacant(slots.count - 1) { slots.removeLast() }
    if slots.count > 32 && table.count < slots.count / 2 { compact() }
    vacantInFront = Swift.min(vacantInFront, slots.count)
    while vacantInFront < slots.count && isVacant(vacantInFront) { vacantInFront += 1 }
  }

  @inlinable
  mutating func compact() {
    arrange(slots.indices.filter { !isVacant($0) })
    table.resize(for: table.count)
  }

  /// Puts the slots into another order; those that are not named must be vacant.
  /// - Complexity: O(slots).
  @inlinable
  mutating func arrange(_ order: [Int]) {
    var numbers = ContiguousArray<UInt32>(repeating: .max, count: slots.count)
    let old = slots
    slots = ContiguousArray(unsafeUninitializedCapacity: order.count) { memory, initialized in
      LargePages.use(for: memory)
      for slot in order {
        numbers[slot] = UInt32(initialized)
        memory.initializeElement(at: initialized, to: old[slot])
        initialized += 1
      }
    }
    table.renumber(numbers)
    // mutant lent-slot-follows-arrangement:
    //   `if let lent = lentSlot { lentSlot = Int(numbers[lent]) }` -> `` (CollectionModelTests)
    if let lent = lentSlot { lentSlot = Int(numbers[lent]) }
    // mutant front-is-looked-at-anew: `vacantInFront = 0` -> `` (CollectionModelTests)
    vacantInFront = 0
  }

  /// The slots with elements, in order; without that of a lent one.
  @inlinable
  var occupiedSlots: [Int] { slots.indices.filter { slots[$0].element != nil } }

  /// Puts the occupied slots into another order. A lent element, of which nothing can be asked, keeps
  /// the number of elements before it.
  @inlinable
  mutating func arrangeOccupied(_ order: [Int]) {
    var order = order
    if let lentSlot {
      // mutant lent-element-survives-sort:
      //   `order.insert(lentSlot, at: slots[..<lentSlot].count { $0.element != nil })`
      //   -> `_ = lentSlot` (CollectionModelTests)
      order.insert(lentSlot, at: slots[..<lentSlot].count { $0.element != nil })
    }
    arrange(order)
  }

  /// Brings a slot into order whose element was changed from outside: it may be gone, or have
  /// another ID, and then it is another element.
  @inlinable
  mutating func settle(_ slot: Int) {
    if let id = slots[slot].element?.id {
      if id != slots[slot].id { rename(slot, to: id) }
    } else {
      vacate(slot, hash: SlotTable.hash(of: slots[slot].id))
      dropVacantSlots()
    }
  }

  /// Makes a slot's element, which was given another ID, another element.
  @inlinable
  mutating func rename(_ slot: Int, to id: ID) {
    let old = slots[slot].id
    let element = vacate(slot, hash: SlotTable.hash(of: old))
    let hash = SlotTable.hash(of: id)
    // mutant taken-id-is-not-overwritten:
    //   `guard self.slot(of: id, hash: hash) == nil else {`
    //   -> `guard true else {` (CollectionMistakeTests)
    guard self.slot(of: id, hash: hash) == nil else {
      dropVacantSlots()
      reportTaken(id, by: old)
      return
    }
    // mutant renamed-is-journaled-as-new:
    //   `journal?.record(id, was: nil)` -> `` (CollectionModelTests)
    journal?.record(id, was: nil)
    table.insert(hash: hash, slot: slot)
    slots[slot] = Slot(id: id, incarnation: Stamp.next(), element: element)
  }
}
