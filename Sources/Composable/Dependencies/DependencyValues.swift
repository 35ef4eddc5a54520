/// The values of all dependencies, in one place of the program.
///
/// A dependency is a property in an extension:
///
/// ```swift
/// extension DependencyValues {
///   public var titleSource: TitleSource {
///     get { self[TitleSourceKey.self] }
///     set { self[TitleSourceKey.self] = newValue }
///   }
/// }
/// ```
public struct DependencyValues: Sendable {
  /// The values for the work that this task does.
  @TaskLocal public static var current = DependencyValues()

  /// Where the asking code is, while a value is looked up.
  @TaskLocal static var asking: Asking?

  /// Who asks for a dependency.
  struct Asking: Sendable {
    let place: CallSite
    /// Who takes reports there; a value may be used where nobody does.
    let reporter: IssueReporting.Reporter?
  }

  /// Whether values are being given, for which the old ones are read too: that is no use of them.
  @TaskLocal static var isSetting = false

  private var overrides: [ObjectIdentifier: any Sendable] = [:]

  /// Which of a key's values holds where none was given.
  public var context: DependencyContext = .live

  /// What the stores and shared values that are made here belong to.
  public var sharedDomain = SharedDomain.standard

  /// Where mistakes are reported; nil: standard error, in debug builds.
  public var issueReporter: IssueReporting.Reporter?

  /// Where effects run; nil: where tasks do. A test sees there whether any of them can go on.
  package var effectExecutor: (any TaskExecutor)?

  /// The store whose values these are; 0: none.
  var store: UInt64 = 0

  /// The innermost overlay whose change these values have.
  var overlay: DependencyOverlay?

  public init() {}

  /// The value of a key.
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = overrides[ObjectIdentifier(key)] as? Key.Value { return value }
      switch context {
      case .live: return (key as? any DependencyKey.Type).flatMap(Self.live) ?? key.testValue
      case .preview: return key.previewValue
      case .test: return key.testValue
      }
    }
    set { overrides[ObjectIdentifier(key)] = newValue }
  }

  private static func live<Value>(_ key: any DependencyKey.Type) -> Value? {
    key.liveValue as? Value
  }

  /// Who asks for the value that is being looked up.
  static func whoAsks() -> Asking {
    asking
      ?? Asking(
        place: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column),
        reporter: current.issueReporter)
  }

  static func reportNoTestValue(of key: Any.Type) {
    if isSetting { return }
    IssueReporting.report(
      """
      A dependency without a value for tests was used in a test.

        Key: \(key)

      Likely causes: the test reaches code that it did not mean to reach, or it gives no value.

      Give a value with withDependencies, or give the key a testValue.
      """, at: whoAsks().place, to: current.issueReporter)
  }
}
