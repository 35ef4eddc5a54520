public import Composable

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Names an element by its number: a test's store gives 0, 1, 2 and so on, and none twice.
  public init(integerLiteral generation: Int) { self.init(generation: generation) }
}
