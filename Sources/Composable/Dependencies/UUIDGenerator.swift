public import FoundationEssentials

/// Makes UUIDs: `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes a generator of a function.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// Makes a generator that always gives the same UUID.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// Makes a generator that counts: `UUID(0)`, `UUID(1)` and so on; each begins anew, and any number
  /// of threads may share one.
  public static var incrementing: Self {
    let generator = IncrementingUUIDs()
    return Self { generator.next() }
  }

  /// Makes a UUID.
  public func callAsFunction() -> UUID { generate() }
}

/// Counts.
private final class IncrementingUUIDs: @unchecked Sendable {
  // Sendable: `count` is read and written only under the lock.
  private let lock = RecursiveLock()
  private var count = 0

  func next() -> UUID {
    lock.lock()
    defer { lock.unlock() }
    defer { count += 1 }
    return UUID(count)
  }
}

extension UUID {
  /// Makes the UUID that ends in a number and is zero before it, for tests:
  /// `UUID(10)` is `00000000-0000-0000-0000-00000000000A`.
  public init(_ number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    func byte(_ position: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (position * 8)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1),
        byte(0)
      ))
  }
}

extension DependencyValues {
  /// Makes UUIDs.
  ///
  /// In tests it reports its use, until the test gives one: `$0.uuid = .incrementing`.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }

  static var testValue: UUIDGenerator {
    let missing = MissingTestValue(of: "uuid", remedy: "$0.uuid = .incrementing")
    return UUIDGenerator {
      missing.reportUse()
      return UUID()
    }
  }
}
