/// A dependency of a reducer or of another type.
///
/// It belongs to the place where the type is made: a reducer that a store builds has that store's
/// dependencies. The value is looked up when it is first used, and kept.
///
/// ```swift
/// @Dependency(\.continuousClock) var clock
/// @Dependency(TitleSource.self) var source
/// ```
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  private let look: @Sendable (DependencyValues) -> Value
  private let values: DependencyValues
  private let place: CallSite
  private let kept = KeptDependency<Value>()

  /// Names the dependency by its property.
  public init(
    _ path: any KeyPath<DependencyValues, Value> & Sendable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    look = { $0[keyPath: path] }
    values = DependencyValues.current
    place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Names the dependency by its key, for one that has no property.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Key.Value == Value {
    look = { $0[Key.self] }
    values = DependencyValues.current
    place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The value.
  public var wrappedValue: Value {
    let overlay = DependencyOverlay.inForce.flatMap { $0.concerns(values) ? $0 : nil }
    // mutant kept-for-each-overlay:
    //   `under: overlay?.number` -> `under: nil` (DependencyReducerTests)
    return kept.value(under: overlay?.number) {
      var values = values
      overlay?.apply(to: &values)
      let asking = DependencyValues.Asking(place: place, reporter: values.issueReporter)
      return DependencyValues.$current.withValue(values) {
        DependencyValues.$asking.withValue(asking) { look(values) }
      }
    }
  }
}
