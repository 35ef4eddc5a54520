import Synchronization

/// Numbers that are given once in a process: incarnations, removals and lineages of collections.
@usableFromInline
enum Stamp {
  private static let last = Atomic<UInt64>(0)

  @usableFromInline
  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
