/// A reference to a value that several features see.
///
/// Reading and changing it takes its domain's lock; in a reducer the lock is already held, for the
/// whole turn. A change happens in place, so it costs what the change costs, and not a copy:
///
/// ```swift
/// state.books[id: id]?.message = "Saved"
/// ```
///
/// The projected value is the reference itself, and leads to references to parts of the value:
/// `$settings.sort`, `$books[id: id]`. Two references are equal when they are the same reference, or
/// their values are equal.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  /// Where the value is.
  @usableFromInline
  enum Place: Sendable {
    case whole(SharedStorage<Value>)
    case part(SharedPart<Value>)
  }

  @usableFromInline let place: Place

  // There is no `init(wrappedValue:)`: with one, the memberwise initializer of a state would take the
  // value and make another of its own, where the reference is meant.

  /// Makes a value of its own, which is not saved: `@Shared(value: 0) var count`.
  /// - Parameter domain: what it belongs to; nil: the domain of the current dependencies.
  public init(value: Value, domain: SharedDomain? = nil) {
    self.init(
      storage: SharedStorage(
        value: value, domain: domain ?? DependencyValues.current.sharedDomain))
  }

  /// Takes a reference that there is.
  @inlinable
  public init(projectedValue: Shared<Value>) { self = projectedValue }

  @usableFromInline
  init(storage: SharedStorage<Value>) { place = .whole(storage) }

  init(part: SharedPart<Value>) { place = .part(part) }

  /// The value. Keep no copy of a large collection: the next change would copy the whole of it.
  @inlinable
  public var wrappedValue: Value {
    _read {
      domain.enter()
      defer { domain.leave() }
      checkLending()
      yield current
    }
    nonmutating set {
      beginChange()
      defer { endChange() }
      switch place {
      case .whole(let storage): storage.assign(newValue)
      case .part(let part): part.value = newValue
      }
    }
    nonmutating _modify {
      beginChange()
      defer { endChange() }
      yield &current
    }
  }

  /// The reference itself.
  @inlinable
  public var projectedValue: Self { self }

  /// Reads or changes the value as one step.
  /// - Parameter body: is given the value in place; it must not wait.
  @inlinable
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    beginChange()
    defer { endChange() }
    return try body(&current)
  }

  /// Reads the value as one step, without marking it as changed.
  @inlinable
  public func read<Result>(_ body: (borrowing Value) throws -> Result) rethrows -> Result {
    domain.enter()
    defer { domain.leave() }
    checkLending()
    return try body(current)
  }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    if left.isSame(as: right) { return true }
    if left.domain === right.domain { return left.wrappedValue == right.wrappedValue }
    // Not both locks at once: another thread may compare the other way round.
    let value = left.read { copy $0 }
    return value == right.wrappedValue
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { read { hasher.combine(copy $0) } }
}

extension Shared: CustomStringConvertible {
  public var description: String { read { "\(copy $0)" } }
}

extension Shared: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: read { copy $0 }) }
}
