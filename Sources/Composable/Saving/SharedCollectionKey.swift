/// Says where a shared collection is saved, row by row.
///
/// The same ID in the same domain gives the same reference.
public protocol SharedCollectionKey<Element>: Sendable {
  associatedtype Element: PersistentElement
  associatedtype Medium: SaveMedium

  /// What tells this key from others.
  var id: String { get }

  /// Where it is saved.
  var medium: Medium { get }

  /// Saves changes within a transaction of the medium.
  /// - Parameter changes: removals first, then in the order of the first change.
  /// - Returns: one verdict a change, in the same order. A change that is refused does not keep the
  ///   others from being saved.
  /// - Throws: when the transaction cannot go on; then nothing of it is saved.
  func save(
    _ changes: [RecordChange<Element>], in transaction: Medium.Transaction
  ) throws -> [Element.Verdict]
}
