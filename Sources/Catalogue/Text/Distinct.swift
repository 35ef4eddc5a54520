/// Values in the order in which they came first, each once.
package struct Distinct<Value: Hashable> {
  package private(set) var values: [Value] = []
  /// The same values, once there are so many that looking at each costs more than a hash.
  private var known: Set<Value> = []

  private static var few: Int { 8 }

  package init() {}

  package init(_ values: some Sequence<Value>) {
    for value in values { insert(value) }
  }

  /// Adds a value unless it is there already.
  /// - Returns: whether it was added.
  /// - Complexity: O(1) on average
  @discardableResult
  package mutating func insert(_ value: Value) -> Bool {
    // mutant distinct-set: `values.count < Self.few` -> `true` (LinearTimeTests)
    if values.count < Self.few {
      guard !values.contains(value) else { return false }
    } else {
      if known.isEmpty { known.formUnion(values) }
      guard known.insert(value).inserted else { return false }
    }
    values.append(value)
    return true
  }
}

extension Distinct: Sendable where Value: Sendable {}
