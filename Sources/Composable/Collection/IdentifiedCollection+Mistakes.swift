extension IdentifiedCollection {
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

  @usableFromInline
  func reportTaken(_ id: ID, by old: ID) {
    IssueReporting.report(
      """
      An element of an identified collection was given an ID that is taken, and went.

        ID: \(id)
        It was: \(old)
        Element: \(Element.self)

      Likely causes: a change in place set the ID, or put another element in its place.

      Leave an element's ID as it is; to replace another element, remove this one and use \
      updateOrAppend(_:).
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  @usableFromInline
  func reportLent(_ id: ID) {
    IssueReporting.report(
      """
      An element of an identified collection was replaced while its own reducer runs; what the \
      reducer makes of it stays.

        ID: \(id)
        Element: \(Element.self)

      Likely causes: a child reducer, or an observer that it calls, changes the child by way of the \
      shared collection.

      Change the child's state in its reducer; the collection belongs to the parent's reducer.
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  @usableFromInline
  func reportOffset(_ offset: Int, did consequence: String, at place: CallSite) {
    IssueReporting.report(
      """
      An offset is not one of an identified collection; \(consequence).

        Offset: \(offset)
        Elements: \(count)
        Element: \(Element.self)

      Likely causes: elements were removed since the offset was taken, or it belongs to another \
      collection, such as a filtered one.

      Take the offset from the collection as it is, or name elements by their IDs.
      """, at: place)
  }
}
