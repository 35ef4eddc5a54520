/// A path of features, one on top of the other: `var path = StackState<Path.State>()`.
///
/// The path is data: append to it, pop from it, set the whole of it for a deep link, save and restore
/// it. Its elements are of one type; for several kinds of screens it is an enum. Each element has an
/// ID from when it is appended until it goes. What is assigned is another element, whose predecessor's
/// effects end; what is changed in place, as in `state.path[id: id]?.title = "Emma"`, stays the same.
///
/// Two paths are equal when they have equal elements under the same IDs.
public struct StackState<Element: Sendable>: Sendable {
  /// An element under its ID.
  struct Entry: Identifiable, Sendable {
    let id: StackElementID
    /// Nil only while it is changed in place.
    var element: Element?
  }

  var entries: IdentifiedCollection<Entry> = []
  /// The last ID that an element had.
  private var last = -1

  /// Makes an empty path.
  public init() {}

  /// The IDs in order, from the bottom.
  /// - Complexity: O(n).
  public var ids: [StackElementID] { entries.ids }

  /// The element with an ID.
  ///
  /// It may be changed in place. Assigning a state puts another element in its place, under the same
  /// ID; assigning nil takes the element out, and leaves what is above it. To push, append: a state
  /// that is assigned to an element that is not there is dropped, and reported. In what a test
  /// expects it is appended under the ID.
  public subscript(id id: StackElementID) -> Element? {
    get { entries[id: id]?.element }
    set { replace(id: id, with: newValue) }
    _modify {
      if let slot = entries.slot(of: id), let entry = entries.slots[slot].element {
        var element = entry.element
        _ = consume entry
        // Nothing else holds the element meanwhile.
        entries.slots[slot].element = Entry(id: id, element: nil)
        defer {
          if element == nil {
            entries.remove(id: id)
          } else {
            entries.slots[slot].element = Entry(id: id, element: element)
          }
        }
        yield &element
      } else {
        var element: Element?
        defer { if element != nil { replace(id: id, with: element) } }
        yield &element
      }
    }
  }

  /// The value of a case, when there is an element with an ID and it is an enum in this case.
  ///
  /// It may be changed in place: `state.path[id: id, case: .detail]?.title = "Emma"`.
  public subscript<Value>(id id: StackElementID, case path: CasePath<Element, Value>) -> Value? {
    get { self[id: id][case: path] }
    set { self[id: id] = newValue.map(path.embed) }
    _modify { yield &self[id: id][case: path] }
  }

  /// Appends an element under an ID that was not there before.
  public mutating func append(_ element: Element) {
    push(element, id: nextID())
  }

  /// Takes the element with an ID away, and all that is above it.
  /// - Returns: whether there was such an element.
  /// - Complexity: O(elements).
  @discardableResult
  public mutating func pop(from id: StackElementID) -> Bool {
    guard let position = ids.firstIndex(of: id) else { return false }
    removeSubrange(position...)
    return true
  }

  /// Takes away all that is above the element with an ID.
  /// - Returns: whether there was such an element.
  /// - Complexity: O(elements).
  @discardableResult
  public mutating func pop(to id: StackElementID) -> Bool {
    guard let position = ids.firstIndex(of: id) else { return false }
    removeSubrange((position + 1)...)
    return true
  }

  /// An ID that no element had before.
  func nextID() -> StackElementID { DependencyValues.current.stackElementID.next(after: last) }

  /// Puts an element on top.
  /// - Returns: false, and nothing changes, when its ID is taken.
  @discardableResult
  mutating func push(_ element: Element, id: StackElementID) -> Bool {
    if entries.contains(id: id) { return false }
    last = Swift.max(last, id.generation)
    return entries.append(Entry(id: id, element: element))
  }

  /// Inserts an element.
  /// - Parameter position: how many elements come before it.
  mutating func insert(_ element: Element, id: StackElementID, at position: Int) {
    if push(element, id: id), position < entries.count - 1 {
      entries.move(fromOffsets: [entries.count - 1], toOffset: position)
    }
  }

  private mutating func replace(id: StackElementID, with element: Element?) {
    let position = ids.firstIndex(of: id)
    if let position, let element {
      // mutant assigned-is-another:
      //   `entries.remove(id: id)⏎      insert(element, id: id, at: position)`
      //   -> `if position >= 0 { entries[id: id]?.element = element }` (StackTests)
      entries.remove(id: id)
      insert(element, id: id, at: position)
    } else if position != nil {
      entries.remove(id: id)
    } else if let element {
      // mutant popped-is-not-made-again:
      //   `guard DependencyValues.current.sharedDomain.isAsserting else { return reportMissing(id) }`
      //   -> `` (StackTests)
      guard DependencyValues.current.sharedDomain.isAsserting else { return reportMissing(id) }
      push(element, id: id)
    }
  }

  private func reportMissing(_ id: StackElementID) {
    IssueReporting.report(
      """
      A state was assigned to an element that is not in a path, and dropped.

        ID: \(id)
        Path: \(pathText)
        Element: \(Element.self)

      Likely causes: the element was popped, and someone kept its ID.

      To push an element append it to the path; change one in place while it is there.
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  /// The IDs, for reports.
  var pathText: String {
    isEmpty ? "empty" : ids.map(\.description).joined(separator: ", ")
  }
}
