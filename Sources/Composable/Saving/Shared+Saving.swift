extension Shared {
  /// The shared collection that a key names: the same reference for the same key in a domain.
  ///
  /// It starts empty. `absorb` takes in the elements of its window as they are read; what changes
  /// from then on is saved. In a test store nothing is saved, and no medium is asked.
  /// - Parameter domain: what it belongs to; nil: the domain of the current dependencies.
  public init<Element, Key: SharedCollectionKey<Element>>(
    _ key: Key, domain: SharedDomain? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where Value == IdentifiedCollection<Element> {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let domain = domain ?? DependencyValues.current.sharedDomain
    let storage = domain.withLock {
      domain.reference(to: key.id, at: place) {
        let storage = SharedStorage(value: Value(), domain: domain)
        guard DependencyValues.current.context == .live else { return storage }
        let persistence = CollectionPersistence(key: key, storage: storage)
        storage.persistence = persistence
        storage.onAssign = { [unowned persistence] in persistence.assign($0) }
        storage.onChange = { [unowned persistence] in persistence.valueDidChange() }
        return storage
      }
    }
    self.init(storage: storage)
  }

  /// Marks a point, from which on the fate of changes is collected for as long as the mark is kept.
  public func mark<Element>() -> SaveMark<Element>
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    domain.withLock { persistence()?.mark(of: nil) ?? SaveMark() }
  }

  /// Marks a point, from which on the fate of one element's changes is collected for as long as the
  /// mark is kept.
  public func mark<Element>(of id: Element.ID) -> SaveMark<Element>
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    domain.withLock { persistence()?.mark(of: id) ?? SaveMark() }
  }

  /// Waits until every change so far is on disk or refused.
  /// - Parameter mark: where to count from.
  /// - Returns: what became of the changes since the mark. A refused change is not saved.
  /// - Throws: the error of the save, when nothing of it could be saved; the changes are kept, and
  ///   the next change or wait tries again.
  public func saved<Element>(since mark: SaveMark<Element>) async throws -> SaveOutcome<Element>
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    try await persistence()?.waitUntilSaved()
    return domain.withLock { mark.outcome }
  }

  /// What became of the changes since a mark, as far as it is decided; it waits for nothing.
  public func outcome<Element>(since mark: SaveMark<Element>) -> SaveOutcome<Element>
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    domain.withLock { mark.outcome }
  }

  /// Takes an element into the window as it was read; there is nothing of it to save.
  /// - Parameter renewing: whether this is a new row under a known ID, so that what is under way for
  ///   the old one must not reach it.
  /// - Returns: false when the element has unsaved changes, or its save is not decided yet; then it
  ///   is left alone.
  @discardableResult
  public func absorb<Element>(_ element: Element, renewing: Bool = false) -> Bool
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    // Under the lock the writer neither begins nor ends.
    beginChange()
    defer { endChange() }
    return persistence()?.absorb(element, renewing: renewing)
      ?? current.absorb(element, renewing: renewing)
  }

  /// Changes an element as what is known of the disk demands; there is nothing of it to save, and
  /// unsaved changes beside it stay.
  public func correct<Element>(id: Element.ID, _ body: (inout Element) -> Void)
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    withLock { $0.correct(id: id, body) }
  }

  /// Lets an element go from the window; it stays where it is saved.
  /// - Returns: false when it has unsaved changes, its save is not decided yet, or it is not there.
  @discardableResult
  public func evict<Element>(id: Element.ID) -> Bool
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    beginChange()
    defer { endChange() }
    return persistence()?.evict(id: id) ?? current.evict(id: id)
  }

  /// Lets elements go from the window, as `evict(id:)` does one; those that must not go stay.
  public func evict<Element>(ids: some Sequence<Element.ID>)
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    beginChange()
    defer { endChange() }
    let persistence: (any CollectionSaving<Element>)? = persistence()
    for id in ids { _ = persistence?.evict(id: id) ?? current.evict(id: id) }
  }

  private func persistence<Element>() -> (any CollectionSaving<Element>)?
  where Value == IdentifiedCollection<Element>, Element: PersistentElement {
    guard case .whole(let storage) = place else { return nil }
    return storage.persistence as? any CollectionSaving<Element>
  }
}
