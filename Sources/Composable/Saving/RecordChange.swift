/// A change to be saved.
public struct RecordChange<Element: PersistentElement>: Sendable {
  public let id: Element.ID
  /// The record that was saved or read last; nil: the element is new.
  public let old: Element.Record?
  /// The record to save; nil: the element was removed.
  public let new: Element.Record?
  /// The right under which the guarded part changes.
  public let permit: Element.Permit?

  public init(
    id: Element.ID, old: Element.Record?, new: Element.Record?, permit: Element.Permit?
  ) {
    self.id = id
    self.old = old
    self.new = new
    self.permit = permit
  }
}
