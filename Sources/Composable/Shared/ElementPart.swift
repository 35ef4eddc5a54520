/// An element of a shared collection.
///
/// It is this element, not one that is added later under its ID. When it is removed, reading gives
/// what was there last, and a change is dropped and reported.
final class ElementPart<Element: Identifiable & Sendable>: SharedPart<Element>, @unchecked Sendable
where Element.ID: Sendable {
  // Sendable: `last` is read and written only under the lock of the domain.
  private let whole: Shared<IdentifiedCollection<Element>>
  private let id: Element.ID
  private let incarnation: UInt64
  private let place: CallSite
  private var last: Element

  /// - Returns: nil when there is no such element.
  init?(
    of whole: Shared<IdentifiedCollection<Element>>, id: Element.ID, at place: CallSite
  ) {
    let found = whole.read { elements in
      elements.incarnation(of: id).flatMap { incarnation in
        elements[id: id].map { (element: $0, incarnation: incarnation) }
      }
    }
    guard let found else { return nil }
    self.whole = whole
    self.id = id
    self.place = place
    incarnation = found.incarnation
    last = found.element
    super.init(domain: whole.domain)
  }

  // mutant reference-is-of-its-element:
  //   `whole.current.incarnation(of: id) == incarnation`
  //   -> `whole.current.contains(id: id)` (SharedPartTests)
  private var isThere: Bool { whole.current.incarnation(of: id) == incarnation }

  override func beginChange() { whole.beginChange() }

  override func endChange() { whole.endChange() }

  override var value: Element {
    _read {
      if isThere, let element = whole.current[id: id] { last = element }
      yield last
    }
    _modify {
      if isThere, let element = whole.current[id: id] {
        var changed = element
        defer {
          last = changed
          // mutant removed-stays-removed:
          //   `if isThere { whole.current[id: id] = changed }`
          //   -> `if true { whole.current[id: id] = changed }` (SharedOverlapTests)
          if isThere { whole.current[id: id] = changed } else { reportGone() }
        }
        yield &changed
      } else {
        var dropped = last
        defer { reportGone() }
        yield &dropped
      }
    }
  }

  override func isSame(as other: SharedPart<Element>) -> Bool {
    guard let other = other as? ElementPart else { return false }
    return id == other.id && incarnation == other.incarnation && whole.isSame(as: other.whole)
  }

  private func reportGone() {
    IssueReporting.report(
      """
      A shared element was changed after its removal, and the change was dropped.

        ID: \(id)
        Element: \(Element.self)

      Likely causes: a reference to the element was kept when the element was removed, or the \
      element is with its own reducer for the moment.

      Let the reference go with the element, or change the element through its collection while it \
      is there.
      """, at: place)
  }
}
