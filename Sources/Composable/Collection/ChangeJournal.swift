/// What has changed in a collection since it was last saved: for each changed element, in the order
/// of the first change, the element as it was.
@usableFromInline
struct ChangeJournal<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let id: Element.ID
    /// Nil: there was no such element.
    @usableFromInline let old: Element?

    @usableFromInline
    init(id: Element.ID, old: Element?) {
      self.id = id
      self.old = old
    }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var positions: [Element.ID: Int] = [:]
  /// Who this journal belongs to; another number shows that the collection came from elsewhere, or
  /// was copied before the last save.
  @usableFromInline let lineage: UInt64

  @usableFromInline
  init() { lineage = Stamp.next() }

  @inlinable
  var isEmpty: Bool { entries.isEmpty }

  @inlinable
  mutating func record(_ id: Element.ID, was old: @autoclosure () -> Element?) {
    guard positions[id] == nil else { return }
    positions[id] = entries.count
    entries.append(Entry(id: id, old: old()))
  }
}
