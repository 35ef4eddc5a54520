/// What saves a shared collection, for who knows the elements but not the key.
protocol CollectionSaving<Element>: SharedSaving {
  associatedtype Element: PersistentElement

  /// Marks a point, from which on the fate of changes is collected: of one element, or of all.
  func mark(of id: Element.ID?) -> SaveMark<Element>

  /// Takes an element in as it was read, under the lock.
  /// - Returns: false when it has changes that are not saved, or not decided.
  func absorb(_ element: Element, renewing: Bool) -> Bool

  /// Lets an element go, under the lock.
  /// - Returns: false when it has changes that are not saved, or not decided.
  func evict(id: Element.ID) -> Bool
}
