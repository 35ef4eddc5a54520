/// The books that a claim is for, counted.
public struct DueBooks: Hashable, Sendable {
  /// Those that it would find, were it not limited.
  public var free: Int
  /// Those that living runs hold.
  public var held: Int

  public init(free: Int, held: Int) {
    self.free = free
    self.held = held
  }
}
