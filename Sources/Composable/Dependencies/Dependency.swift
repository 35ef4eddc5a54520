/// A dependency of a reducer or of another type.
///
/// It belongs to the place where the type is made: a reducer that a store builds has that store's
/// dependencies. The value is looked up when it is first used, and kept.
///
/// ```swift
/// @Dependency(\.titleSource) var source
/// ```
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  private let path: any KeyPath<DependencyValues, Value> & Sendable
  private let values: DependencyValues
  private let place: CallSite
  private let kept = KeptDependency<Value>()

  /// Names the dependency.
  public init(
    _ path: any KeyPath<DependencyValues, Value> & Sendable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.path = path
    values = DependencyValues.current
    place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The value.
  public var wrappedValue: Value {
    kept.value {
      DependencyValues.$current.withValue(values) {
        DependencyValues.$asking.withValue(DependencyValues.Asking(place: place)) {
          values[keyPath: path]
        }
      }
    }
  }
}
