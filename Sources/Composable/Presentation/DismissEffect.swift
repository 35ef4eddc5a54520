/// Ends a feature from within: `dismiss()`, in an effect of the feature.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
/// …
/// case .saveButtonTapped:
///   return .run { [dismiss, library, book = state.book] _ in
///     try await library.save(book)
///     dismiss()
///   }
/// ```
///
/// Who presents the feature is sent that it goes, `.dismiss` or `.popFrom(id:)`, and takes its state
/// away. The nearest feature that is presented is meant: what a part of it asks ends the whole.
public struct DismissEffect: Sendable {
  /// Nil: the feature is asked of that presents it.
  private let perform: (@Sendable () -> Void)?

  /// Makes one that does something else, for the test of a feature by itself.
  public init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }

  private init() { perform = nil }

  /// Ends the feature.
  /// - Returns: whether the feature was still there to be ended. A feature that nobody presents stays,
  ///   and the call is reported.
  @discardableResult
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    // Asked here and not when the dependency is looked up: one reducer may be presented many times.
    // mutant dismiss-asks-when-called:
    //   `if let dismissal = DependencyValues.current.dismissal { return dismissal() }`
    //   -> `` (DismissTests)
    if let dismissal = DependencyValues.current.dismissal { return dismissal() }
    if let perform {
      perform()
      return true
    }
    reportNotPresented(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return false
  }

  private func reportNotPresented(at place: CallSite) {
    IssueReporting.report(
      """
      A feature was asked to go that nobody presents, and it stays.

      Likely causes: dismiss was called outside of Effect.run, for example in the reducer itself, or \
      in a detached task, or the feature is the root of its store, or a test has it by itself.

      Call dismiss in an effect of a feature that ifLet(state: \\.$…) presents or that is in the path \
      of a forEach. In a test of the feature by itself give one: $0.dismiss = DismissEffect { … }.
      """, at: place)
  }

  fileprivate enum Key: DependencyKey {
    static let liveValue = DismissEffect()
    static let testValue = DismissEffect()
  }
}

extension DependencyValues {
  /// Ends the feature that is presented, from within.
  public var dismiss: DismissEffect {
    get { self[DismissEffect.Key.self] }
    set {
      self[DismissEffect.Key.self] = newValue
      // What is given nearer than the presentation holds.
      // mutant dismiss-given-nearer: `      dismissal = nil` -> `` (DismissTests)
      dismissal = nil
    }
  }
}

extension Effect {
  /// The same effect as one of a feature that is presented.
  /// - Parameter action: says to who presents the feature that it goes.
  func dismissing(by action: Action) -> Self {
    if isNone { return self }
    return Self(operation: operation.map(action: { $0 }) { $0.dismissing(by: action) })
  }
}

extension EffectRun {
  fileprivate func dismissing(by action: Action) -> Self {
    EffectRun(priority: priority, place: place) { send in
      var values = DependencyValues.current
      values.dismissal = { send(action) }
      await DependencyValues.$current.withValue(values) { await operation(send) }
    }
  }
}
