extension Shared {
  /// The value that a key names, or `wrappedValue` when none is saved: the same reference for the same
  /// key in a domain.
  ///
  /// What changes from now on is saved. A value that cannot be read is not taken for absent: the
  /// reference starts with `wrappedValue`, nothing is written over what is there, and `saveError`
  /// says why. In a test store nothing is saved, and no medium is asked.
  /// - Parameters:
  ///   - wrappedValue: the value when none is saved.
  ///   - key: where it is saved.
  ///   - domain: what it belongs to; nil: the domain of the current dependencies.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Key, domain: SharedDomain? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let domain = domain ?? DependencyValues.current.sharedDomain
    let known = domain.withLock { domain.references[key.id]?.object as? SharedStorage<Value> }
    if let known {
      self.init(storage: known)
      return
    }
    // mutant no-medium-in-tests:
    //   `let isSaved = DependencyValues.current.context == .live`
    //   -> `let isSaved = true` (SharedKeyTests)
    let isSaved = DependencyValues.current.context == .live
    // Read before the lock is taken; who else was faster is found below.
    let loaded = Result { isSaved ? try key.load() : nil }
    let initial = (try? loaded.get()) ?? wrappedValue()
    let storage = domain.withLock {
      domain.reference(to: key.id, at: place) {
        let storage = SharedStorage(value: initial, domain: domain)
        guard isSaved else { return storage }
        let persistence = ValuePersistence(key: key, storage: storage, loaded: loaded)
        storage.persistence = persistence
        storage.onChange = { [unowned persistence] in persistence.valueDidChange() }
        return storage
      }
    }
    self.init(storage: storage)
  }

  /// The value that a key names, or nil when none is saved.
  ///
  /// All else is as with a value of its own for that: `@Shared(.fileStorage(path)) var last: Place?`.
  public init<Wrapped, Key: SharedKey<Value>>(
    _ key: Key, domain: SharedDomain? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, domain: domain, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// The value that a name stands for in its domain, for as long as there is the domain; it is not
  /// saved.
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: InMemoryKey, domain: SharedDomain? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let domain = domain ?? DependencyValues.current.sharedDomain
    let initial = wrappedValue()
    let storage = domain.withLock {
      domain.reference(to: key.id, at: place) {
        let storage = SharedStorage(value: initial, domain: domain)
        domain.kept[key.id] = domain.kept[key.id] ?? storage
        return storage
      }
    }
    self.init(storage: storage)
  }

  /// Why the value is not saved, or may not be: a save of the whole that failed, or a saved value that
  /// cannot be read; it stays until a save, or `absorb`, succeeds.
  public var saveError: (any Error)? {
    guard case .whole(let storage) = place else { return nil }
    return domain.withLock { (storage.persistence as? any SharedSaving)?.saveError }
  }

  /// Waits until every change so far is saved.
  /// - Throws: what `saveError` says then.
  public func saved() async throws { try await persistence?.waitUntilSaved() }

  /// Reads what is saved now, which another program may have changed; an effect hands it to the
  /// reducer, which takes it in with `absorb`.
  /// - Returns: nil when the value is not one that is saved.
  /// - Throws: when what is saved cannot be read.
  public func readSaved() throws -> SavedValue<Value>? { try persistence?.read() }

  /// Takes in what was read; there is nothing to save.
  /// - Returns: false when there is a change here that is not saved, or was saved since: it stays.
  @discardableResult
  public func absorb(_ read: SavedValue<Value>) -> Bool {
    beginChange()
    defer { endChange() }
    if let persistence { return persistence.absorb(read) }
    if let value = read.value { current = value }
    return true
  }

  private var persistence: (any ValueSaving<Value>)? {
    guard case .whole(let storage) = place else { return nil }
    return storage.persistence as? any ValueSaving<Value>
  }
}
