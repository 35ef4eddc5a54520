/// Names an element of a stack.
///
/// A number is given once in a process, or in a test's store, so the ID of an element that was popped
/// never leads to another one. It is not saved: what is restored gets new ones. In tests it may be
/// written as a number, from 0.
public struct StackElementID: Hashable, Sendable, CustomStringConvertible {
  package let generation: Int

  package init(generation: Int) { self.generation = generation }

  public var description: String { "#\(generation)" }
}
