/// A reference to a shared value for who only reads it.
///
/// ```swift
/// @SharedReader(.setting("sort", in: database)) var sort = Sort.title
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
  private let source: Shared<Value>

  /// Takes a reference that there is.
  public init(_ shared: Shared<Value>) { source = shared }

  /// Makes a value of its own, which never changes.
  public init(value: Value) { self.init(Shared(value: value)) }

  /// The value that a key names, or `wrappedValue` when none is saved.
  /// - Parameter domain: what it belongs to; nil: the domain of the current dependencies.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Key, domain: SharedDomain? = nil
  ) {
    self.init(Shared(wrappedValue: wrappedValue(), key, domain: domain))
  }

  /// The value. Keep no copy of a large collection: the next change would copy the whole of it.
  public var wrappedValue: Value { source.wrappedValue }

  /// The reference itself.
  public var projectedValue: Self { self }

  /// Reads the value as one step.
  public func read<Result>(_ body: (borrowing Value) throws -> Result) rethrows -> Result {
    try source.read(body)
  }

  /// A read-only reference to a property of the value.
  public subscript<Member: Sendable>(
    dynamicMember path: any KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader<Member>(Shared<Member>(part: ReadingPart(of: source, at: path)))
  }
}

extension SharedReader: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.source == right.source }
}

extension SharedReader: CustomStringConvertible {
  public var description: String { source.description }
}

extension SharedReader: CustomReflectable {
  public var customMirror: Mirror { source.customMirror }
}
