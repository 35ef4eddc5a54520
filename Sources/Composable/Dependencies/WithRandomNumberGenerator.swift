/// Lends a generator of random numbers, to one at a time.
///
/// ```swift
/// let die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
public final class WithRandomNumberGenerator: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock.
  private let lock = RecursiveLock()
  private var generator: any RandomNumberGenerator & Sendable
  private var isLent = false
  /// For reports, since the generator itself is with the work then.
  private let generatorType: Any.Type

  /// Makes a lender.
  /// - Parameter generator: the generator; a seeded one in tests.
  public init<Generator: RandomNumberGenerator & Sendable>(_ generator: Generator) {
    self.generator = generator
    generatorType = Generator.self
  }

  /// Does some work with the generator; whoever else wants it waits meanwhile.
  ///
  /// Work that asks for the generator again is a mistake: it is reported, and gets the system's.
  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    // mutant nested-generator: `if isLent {` -> `if false {` (StandardDependencyTests)
    if isLent {
      reportLent(
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      var other: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
      return try work(&other)
    }
    isLent = true
    defer { isLent = false }
    return try work(&generator)
  }

  private func reportLent(at place: CallSite) {
    IssueReporting.report(
      """
      A generator of random numbers was asked for by the work that has it already.

        Generator: \(generatorType)

      Likely causes: a function that takes its own random numbers is called inside \
      withRandomNumberGenerator.

      Pass the generator on to that function, or call it before or after.
      """, at: place)
  }
}

extension DependencyValues {
  /// Lends the generator of random numbers.
  ///
  /// In tests it reports its use, until the test gives a seeded one.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())

  static var testValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(
      UnimplementedGenerator(
        missing: MissingTestValue(
          of: "withRandomNumberGenerator",
          remedy: "$0.withRandomNumberGenerator = WithRandomNumberGenerator(…), with a seeded one"))
    )
  }
}

/// Reports that a number is taken.
private struct UnimplementedGenerator: RandomNumberGenerator, Sendable {
  let missing: MissingTestValue

  func next() -> UInt64 {
    missing.reportUse()
    return .random(in: .min ... .max)
  }
}
