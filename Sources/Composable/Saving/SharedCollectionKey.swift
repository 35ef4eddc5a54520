/// Says where a shared collection is saved.
///
/// The same ID in the same domain gives the same reference.
public protocol SharedCollectionKey<Element>: Sendable {
  associatedtype Element: PersistentElement

  /// What tells this key from others.
  var id: String { get }

  /// Saves changes as one transaction: all that can be saved, or nothing.
  /// - Parameter changes: removals first, then in the order of the first change.
  /// - Returns: one verdict a change, in the same order. A change that is refused does not keep the
  ///   others from being saved.
  /// - Throws: when nothing was saved, for example since the disk is full.
  func save(_ changes: [RecordChange<Element>]) async throws -> [Element.Verdict]
}
