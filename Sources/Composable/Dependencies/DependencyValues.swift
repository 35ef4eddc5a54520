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

  private struct Fields {
    var overrides: [ObjectIdentifier: any Sendable] = [:]
    var context = DependencyContext.live
    var sharedDomain = SharedDomain.standard
    var issueReporter: IssueReporting.Reporter?
    var effectExecutor: (any TaskExecutor)?
    var store: UInt64 = 0
    var overlay: DependencyOverlay?
    var dismissal: (@Sendable () -> Bool)?
  }

  /// The values, copied as one reference: they are in force for the turn of each action.
  private final class Box: @unchecked Sendable {
    // Sendable: a box is changed only by a holder that is alone with it, and what it holds is Sendable.
    var fields: Fields
    init(_ fields: Fields) { self.fields = fields }
  }

  private var box = Box(Fields())

  private var fields: Fields {
    _read { yield box.fields }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.fields) }
      yield &box.fields
    }
  }

  /// Which of a key's values holds where none was given.
  public var context: DependencyContext {
    get { fields.context }
    set { fields.context = newValue }
  }

  /// What the stores and shared values that are made here belong to.
  public var sharedDomain: SharedDomain {
    get { fields.sharedDomain }
    set { fields.sharedDomain = newValue }
  }

  /// Where mistakes are reported; nil: standard error, in debug builds.
  public var issueReporter: IssueReporting.Reporter? {
    get { fields.issueReporter }
    set { fields.issueReporter = newValue }
  }

  /// Where effects run; nil: where tasks do. A test sees there whether any of them can go on.
  package var effectExecutor: (any TaskExecutor)? {
    get { fields.effectExecutor }
    set { fields.effectExecutor = newValue }
  }

  /// The store whose values these are; 0: none.
  var store: UInt64 {
    get { fields.store }
    set { fields.store = newValue }
  }

  /// The innermost overlay whose change these values have.
  var overlay: DependencyOverlay? {
    get { fields.overlay }
    set { fields.overlay = newValue }
  }

  /// Ends the feature that is presented and whose effect runs; it says whether the feature was still
  /// there. Nil: no such effect runs.
  var dismissal: (@Sendable () -> Bool)? {
    get { fields.dismissal }
    set { fields.dismissal = newValue }
  }

  public init() {}

  /// The value of a key.
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = fields.overrides[ObjectIdentifier(key)] as? Key.Value { return value }
      switch context {
      case .live: return (key as? any DependencyKey.Type).flatMap(Self.live) ?? key.testValue
      case .preview: return key.previewValue
      case .test: return key.testValue
      }
    }
    set { fields.overrides[ObjectIdentifier(key)] = newValue }
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
    // mutant setting-is-not-reading: `if isSetting { return }` -> `` (PartialDependencyTests)
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
