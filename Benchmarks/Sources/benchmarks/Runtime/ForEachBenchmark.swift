import Composable

/// Sends actions to children, always to the same one and to any of them; then its memory is seldom
/// in the processor's cache, which costs a dictionary by hand the same.
enum ForEachBenchmark {
  private static let sends = 300_000

  static func run() {
    for (count, aim) in [(100, 1), (100_000, 1), (1_000_000, 2)] {
      let same = [ChildID](repeating: ChildID(count / 2), count: sends)
      let any = (0..<sends).map { _ in ChildID(Int.random(in: 0..<count)) }
      let plain = PlainChildren(count: count)
      let byHand = [same, any].map { ids in
        Measure.quietest { for id in ids { plain.increment(id) } } / sends
      }
      let children = [same, any].map { time(of: $0, count: count, isShared: false) }
      let shared = [same, any].map { time(of: $0, count: count, isShared: true) }
      for (kind, times) in [("children", children), ("shared children", shared)] {
        for (which, position) in [("one", 0), ("any", 1)] {
          Measure.report(
            "an action to \(which) of \(count) \(kind)", times[position],
            aim: .microseconds(aim), against: ("a dictionary and a lock", byHand[position]))
        }
      }
    }
  }

  private static func time(of ids: [ChildID], count: Int, isShared: Bool) -> Duration {
    if isShared {
      let domain = SharedDomain()
      let store = Store(
        initialState: SharedParent.State(
          children: Shared(value: Child.collection(count: count), domain: domain))
      ) {
        SharedParent()
      } withDependencies: {
        $0.sharedDomain = domain
      }
      return Measure.quietest {
        for id in ids { store.send(.children(.element(id: id, action: .increment))) }
      } / sends
    }
    let store = Store(
      initialState: Parent.State(children: Child.collection(count: count))
    ) {
      Parent()
    }
    return Measure.quietest {
      for id in ids { store.send(.children(.element(id: id, action: .increment))) }
    } / sends
  }
}
