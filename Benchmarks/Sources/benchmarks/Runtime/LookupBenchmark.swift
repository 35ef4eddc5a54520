import Composable

/// Looks children up by ID in any order.
enum LookupBenchmark {
  private static let count = 1_000_000

  static func run() {
    let lookups = 500_000
    let ids = (0..<lookups).map { _ in ChildID(Int.random(in: 0..<count)) }
    let children = Child.collection(count: count)
    let dictionary = Dictionary(
      uniqueKeysWithValues: (0..<count).map { (ChildID($0), Child.State(id: ChildID($0))) })
    let elements = ContiguousArray((0..<count).map { Child.State(id: ChildID($0)) })
    let positions = Dictionary(
      uniqueKeysWithValues: (0..<count).map { (ChildID($0), $0) })
    var sums = (0, 0, 0)
    var times = (Duration.seconds(1000), Duration.seconds(1000), Duration.seconds(1000))
    // In turns, so that what disturbs the machine disturbs all three.
    for _ in 0..<5 {
      let ours = Measure.quietest(of: 1) {
        for id in ids { sums.0 &+= children[id: id]?.count ?? 1 }
      }
      let unordered = Measure.quietest(of: 1) {
        for id in ids { sums.1 &+= dictionary[id]?.count ?? 1 }
      }
      let ordered = Measure.quietest(of: 1) {
        for id in ids { sums.2 &+= positions[id].map { elements[$0].count } ?? 1 }
      }
      times = (min(times.0, ours), min(times.1, unordered), min(times.2, ordered))
    }
    use(sums)
    Measure.report(
      "a lookup of any of \(count)", times.0 / lookups,
      against: ("a dictionary of positions and an array", times.2 / lookups), ratio: 1.3)
    Measure.report(
      "a lookup of any of \(count)", times.0 / lookups,
      against: ("an unordered dictionary", times.1 / lookups))
  }
}
