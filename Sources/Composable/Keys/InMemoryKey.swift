/// Names a shared value that lives as long as its domain, and is not saved.
///
/// ```swift
/// @Shared(.inMemory("filter")) var filter = ""
/// ```
public struct InMemoryKey: Hashable, Sendable {
  let id: String

  /// The value with a name.
  public static func inMemory(_ name: String) -> InMemoryKey { InMemoryKey(id: "memory \(name)") }
}
