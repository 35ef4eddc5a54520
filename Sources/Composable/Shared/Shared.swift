/// A reference to a value that several features see.
///
/// Reading and changing it takes its domain's lock; in a reducer the lock is already held, for the
/// whole turn. A change happens in place, so it costs what the change costs, and not a copy:
///
/// ```swift
/// state.books[id: id]?.message = "Saved"
/// ```
///
/// Two references are equal when they are the same reference, or their values are equal.
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  @usableFromInline let storage: SharedStorage<Value>

  /// Makes a value of its own, which is not saved.
  /// - Parameter domain: what it belongs to; nil: the domain of the current dependencies.
  public init(value: Value, domain: SharedDomain? = nil) {
    storage = SharedStorage(
      value: value, domain: domain ?? DependencyValues.current.sharedDomain)
  }

  /// Makes a value of its own, which is not saved.
  public init(wrappedValue: Value) { self.init(value: wrappedValue) }

  @usableFromInline
  init(storage: SharedStorage<Value>) { self.storage = storage }

  /// The value. Keep no copy of a large collection: the next change would copy the whole of it.
  @inlinable
  public var wrappedValue: Value {
    _read {
      storage.domain.enter()
      defer { storage.domain.leave() }
      if storage.isLent { storage.reportReadWhileLent() }
      yield storage.value
    }
    nonmutating set {
      storage.beginChange()
      defer { storage.endChange() }
      storage.assign(newValue)
    }
    nonmutating _modify {
      storage.beginChange()
      defer { storage.endChange() }
      yield &storage.value
    }
  }

  /// The reference itself.
  @inlinable
  public var projectedValue: Self { self }

  /// Reads or changes the value as one step.
  /// - Parameter body: is given the value in place; it must not wait.
  @inlinable
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    storage.beginChange()
    defer { storage.endChange() }
    return try body(&storage.value)
  }

  /// Reads the value as one step, without marking it as changed.
  @inlinable
  public func read<Result>(_ body: (borrowing Value) throws -> Result) rethrows -> Result {
    storage.domain.enter()
    defer { storage.domain.leave() }
    if storage.isLent { storage.reportReadWhileLent() }
    return try body(storage.value)
  }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.wrappedValue == right.wrappedValue
  }
}

extension Shared: CustomStringConvertible {
  public var description: String { read { "\(copy $0)" } }
}

extension Shared: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: read { copy $0 }) }
}
