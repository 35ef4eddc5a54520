public import FoundationEssentials

/// Tells what time it is: `date()` or `date.now`.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Makes a generator of a function.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// Makes a generator that always gives the same time.
  public static func constant(_ now: Date) -> Self { Self { now } }

  /// The time now. Setting it makes the generator constant: `$0.date.now = …`.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The time now.
  public func callAsFunction() -> Date { generate() }
}

extension DependencyValues {
  /// Tells what time it is.
  ///
  /// In tests it reports its use, until the test gives one: `$0.date.now = …`.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}

private enum DateGeneratorKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }

  static var testValue: DateGenerator {
    let missing = MissingTestValue(of: "date", remedy: "$0.date = .constant(…)")
    return DateGenerator {
      missing.reportUse()
      return Date()
    }
  }
}
