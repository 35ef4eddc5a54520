/// Finds the slot of an ID: an open hash table of eight bytes an entry.
///
/// A dictionary from IDs to slots would cost one cache miss more, since it keeps the IDs in a place
/// of their own. Here the ID is in the slot, which a lookup reads anyway; the table holds where the
/// slot is and 32 bits of the ID's hash, which tell nearly every other ID apart. The same bits give
/// the place in the table, so it grows without hashing anything again.
@usableFromInline
struct SlotTable: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var hash: UInt32
    @usableFromInline var slot: UInt32

    @inlinable
    init(hash: UInt32, slot: UInt32) {
      self.hash = hash
      self.slot = slot
    }

    @inlinable static var empty: Entry { Entry(hash: 0, slot: .max) }

    @inlinable var isEmpty: Bool { slot == .max }
  }

  /// As many as a power of two, or none; at least a quarter of them are empty, which ends a search.
  @usableFromInline var entries: ContiguousArray<Entry> = []
  @usableFromInline var count = 0

  @inlinable
  init() {}

  /// The bits of an ID's hash that the table uses. The hash is seeded for each process, so nobody can
  /// choose IDs that collide.
  @inlinable
  static func hash(of id: some Hashable) -> UInt32 {
    // What Dictionary calls; for an integer it is half of what a Hasher costs.
    UInt32(truncatingIfNeeded: id._rawHashValue(seed: 0))
  }

  /// The slot with this hash for which `isRight` holds.
  @inlinable
  func slot(hash: UInt32, where isRight: (Int) -> Bool) -> Int? {
    guard !entries.isEmpty else { return nil }
    let mask = entries.count &- 1
    var place = Int(hash) & mask
    while true {
      let entry = entries[place]
      if entry.isEmpty { return nil }
      if entry.hash == hash && isRight(Int(entry.slot)) { return Int(entry.slot) }
      place = (place &+ 1) & mask
    }
  }

  /// Adds a slot that is not in the table.
  @inlinable
  mutating func insert(hash: UInt32, slot: Int) {
    precondition(
      slot < Int(UInt32.max), "An identified collection holds at most 4,294,967,295 elements.")
    if count &+ 1 > entries.count / 4 &* 3 { resize(for: count &+ 1) }
    place(Entry(hash: hash, slot: UInt32(slot)))
    count &+= 1
  }

  @inlinable
  mutating func place(_ entry: Entry) {
    let mask = entries.count &- 1
    var place = Int(entry.hash) & mask
    while !entries[place].isEmpty { place = (place &+ 1) & mask }
    entries[place] = entry
  }

  /// Takes a slot out, and closes the gap, so that nothing is left to search across.
  @inlinable
  mutating func remove(hash: UInt32, slot: Int) {
    let mask = entries.count &- 1
    var gap = Int(hash) & mask
    while entries[gap].slot != UInt32(slot) {
      if entries[gap].isEmpty { return }
      gap = (gap &+ 1) & mask
    }
    var next = (gap &+ 1) & mask
    while !entries[next].isEmpty {
      // An entry may move back to the gap, unless its own place lies behind the gap.
      let home = Int(entries[next].hash) & mask
      // mutant gap-passes-no-entry-at-home:
      //   `if (next &- home) & mask >= (next &- gap) & mask {`
      //   -> `if true {` (CollectionModelTests)
      if (next &- home) & mask >= (next &- gap) & mask {
        entries[gap] = entries[next]
        gap = next
      }
      next = (next &+ 1) & mask
    }
    entries[gap] = .empty
    count &-= 1
  }

  /// Gives each slot its new number.
  /// - Parameter numbers: the new number for each old one.
  @usableFromInline
  mutating func renumber(_ numbers: ContiguousArray<UInt32>) {
    for place in entries.indices where !entries[place].isEmpty {
      entries[place].slot = numbers[Int(entries[place].slot)]
    }
  }

  /// Makes the table as large as a number of slots needs, and no smaller than it must be.
  @usableFromInline
  mutating func resize(for wanted: Int) {
    var size = 8
    while max(wanted, count) > size / 4 * 3 { size *= 2 }
    guard size != entries.count else { return }
    let old = entries
    entries = ContiguousArray(unsafeUninitializedCapacity: size) { memory, initialized in
      LargePages.use(for: memory)
      memory.initialize(repeating: .empty)
      initialized = size
    }
    for entry in old where !entry.isEmpty { place(entry) }
  }
}
