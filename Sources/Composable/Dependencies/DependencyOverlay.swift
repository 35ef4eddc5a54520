/// What `dependency` or `transformDependency` changes, for the reducer that it is put on and for
/// that reducer's effects.
///
/// A reducer's own dependencies belong to the place where it was made, which is before such an
/// operator is put on it. So while the reducer or an effect of it runs, the overlay is in force, and
/// a dependency that does not have its change yet is looked up with it.
final class DependencyOverlay: Sendable {
  @TaskLocal static var inForce: DependencyOverlay?

  /// Given once in a process.
  let number = Stamp.next()
  private let outer: DependencyOverlay?
  private let store: UInt64
  private let change: @Sendable (inout DependencyValues) -> Void

  /// Made while a reducer is compiled.
  init(_ change: @escaping @Sendable (inout DependencyValues) -> Void) {
    outer = DependencyValues.current.overlay
    store = DependencyValues.current.store
    self.change = change
  }

  /// Whether it says something about dependencies with these values: not about those of another
  /// store, to which an effect sends, and not about those that have its change already.
  func concerns(_ values: DependencyValues) -> Bool {
    // mutant overlay-of-its-store:
    //   `(values.store == store || values.store == 0) && values.overlay !== self`
    //   -> `values.overlay !== self` (DependencyReducerTests)
    (values.store == store || values.store == 0) && values.overlay !== self
  }

  /// Changes values that do not have this change yet.
  func apply(to values: inout DependencyValues) {
    // mutant overlay-applies-once:
    //   `if values.overlay === self { return }` -> `` (DependencyReducerTests)
    if values.overlay === self { return }
    outer?.apply(to: &values)
    change(&values)
    values.overlay = self
  }
}
