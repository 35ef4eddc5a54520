/// What has changed in a collection since it was last saved: for each changed element, in the order
/// of the first change, the element as it was.
@usableFromInline
struct ChangeJournal<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let id: Element.ID
    /// Nil: there was no such element, or it is not known what it was.
    @usableFromInline var old: Element?
    /// False when what was there was replaced unseen.
    @usableFromInline let isOldKnown: Bool

    @usableFromInline
    init(id: Element.ID, old: Element?, isOldKnown: Bool = true) {
      self.id = id
      self.old = old
      self.isOldKnown = isOldKnown
    }
  }

  /// Nil where a change was forgotten.
  @usableFromInline var slots: [Entry?] = []
  @usableFromInline var positions: [Element.ID: Int] = [:]
  /// Who this journal belongs to; another number shows that the collection came from elsewhere, or
  /// was copied before the last save.
  @usableFromInline let lineage: UInt64

  @usableFromInline
  init() { lineage = Stamp.next() }

  @inlinable
  var isEmpty: Bool { positions.isEmpty }

  var entries: some Sequence<Entry> { slots.lazy.compactMap { $0 } }

  @inlinable
  mutating func record(_ id: Element.ID, was old: @autoclosure () -> Element?) {
    guard positions[id] == nil else { return }
    positions[id] = slots.count
    slots.append(Entry(id: id, old: old()))
  }

  /// Keeps an entry, unless the element has one.
  mutating func add(_ entry: Entry) {
    guard positions[entry.id] == nil else { return }
    positions[entry.id] = slots.count
    slots.append(entry)
  }

  func entry(of id: Element.ID) -> Entry? { positions[id].flatMap { slots[$0] } }

  /// Drops an element's entry, for one that is no longer held here.
  mutating func forget(_ id: Element.ID) {
    if let position = positions.removeValue(forKey: id) { slots[position] = nil }
  }

  /// Changes what an element counts as having been.
  mutating func correct(_ id: Element.ID, _ body: (inout Element) -> Void) {
    guard let position = positions[id], var entry = slots[position], var old = entry.old else {
      return
    }
    body(&old)
    entry.old = old
    slots[position] = entry
  }
}
