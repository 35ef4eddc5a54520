/// A change to be saved.
public struct RecordChange<Element: PersistentElement>: Sendable {
  public let id: Element.ID
  /// The record that was saved or read last; nil: the element is new, or what is saved of it is not
  /// known.
  public let old: Element.Record?
  /// Whether `old` says what is saved. When it does not, the new record takes the place of whatever
  /// is there.
  public let isOldKnown: Bool
  /// The record to save; nil: the element was removed.
  public let new: Element.Record?
  /// The right under which the guarded part changes.
  public let permit: Element.Permit?

  public init(
    id: Element.ID, old: Element.Record?, isOldKnown: Bool = true, new: Element.Record?,
    permit: Element.Permit?
  ) {
    self.id = id
    self.old = old
    self.isOldKnown = isOldKnown
    self.new = new
    self.permit = permit
  }
}
