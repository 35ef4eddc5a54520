/// The last removals of a collection, for those who must know of them without comparing sets of IDs.
@usableFromInline
struct RemovalRing<ID: Hashable & Sendable>: Sendable {
  @usableFromInline
  struct Removal: Sendable {
    @usableFromInline let id: ID
    @usableFromInline let incarnation: UInt64
    /// A number of this process, given once: a reader who finds it here knows that nothing else
    /// happened before it.
    @usableFromInline let stamp: UInt64

    @inlinable
    init(id: ID, incarnation: UInt64, stamp: UInt64) {
      self.id = id
      self.incarnation = incarnation
      self.stamp = stamp
    }
  }

  @inlinable static var capacity: Int { 256 }

  @usableFromInline var entries: ContiguousArray<Removal> = []
  @usableFromInline var next = 0
  /// The stamp of the last removal; at first that of the making of the collection.
  @usableFromInline var lastStamp: UInt64

  /// The stamp before that of the oldest entry.
  @usableFromInline var originStamp: UInt64

  @usableFromInline
  init() {
    lastStamp = Stamp.next()
    originStamp = lastStamp
  }

  @inlinable
  mutating func append(_ id: ID, incarnation: UInt64) {
    lastStamp = Stamp.next()
    let removal = Removal(id: id, incarnation: incarnation, stamp: lastStamp)
    if entries.count < Self.capacity {
      entries.append(removal)
    } else {
      originStamp = entries[next].stamp
      entries[next] = removal
    }
    next = (next + 1) % Self.capacity
  }

  /// Tells what was removed after a stamp.
  /// - Returns: false when the stamp is not among the removals that are remembered, or belongs to
  ///   another collection: then the reader must look at each of its elements.
  @usableFromInline
  func forEach(after stamp: UInt64, _ body: (ID, UInt64) -> Void) -> Bool {
    guard let start = position(of: stamp) else { return false }
    for offset in start..<entries.count {
      let removal = entries[index(offset)]
      body(removal.id, removal.incarnation)
    }
    return true
  }

  /// How many of the entries, in order of age, come before the first one after `stamp`.
  private func position(of stamp: UInt64) -> Int? {
    if stamp == originStamp { return 0 }
    for offset in stride(from: entries.count - 1, through: 0, by: -1)
    where entries[index(offset)].stamp == stamp {
      return offset + 1
    }
    return nil
  }

  private func index(_ offset: Int) -> Int {
    entries.count < Self.capacity ? offset : (next + offset) % Self.capacity
  }
}
