import Composable

/// What an action costs, and that it does not grow with the number of children.
enum RuntimeBenchmark {
  static func run() {
    print("runtime")
    counter()
    for shared in [false, true] {
      let kind = shared ? "shared children" : "children"
      let one = [100, 100_000].map { child(count: $0, shared: shared, isAlwaysTheSame: true) }
      report("action to one of 100 \(kind), always the same", one[0])
      report("action to one of 100,000 \(kind), always the same", one[1])
      print("  ratio: \(ratio(one[1], one[0])) (aim: at most 1.5)")
      // Each action finds another child, so its memory is seldom in the processor's cache.
      let any = [100, 100_000].map { child(count: $0, shared: shared, isAlwaysTheSame: false) }
      report("action to any of 100 \(kind)", any[0])
      report("action to any of 100,000 \(kind)", any[1])
      print("  ratio: \(ratio(any[1], any[0])), most of it waiting for memory")
    }
    removal()
  }

  private static func counter() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    let count = 2_000_000
    let time = ContinuousClock().measure { for _ in 0..<count { store.send(1) } }
    report("store, counter action", time / count)
  }

  private static func child(count: Int, shared: Bool, isAlwaysTheSame: Bool) -> Duration {
    let children = IdentifiedCollection((0..<count).map { Child.State(id: $0, count: 0) })
    let domain = SharedDomain()
    let sends = 1_000_000
    var random = SystemRandomNumberGenerator()
    let ids = (0..<sends).map { _ in
      isAlwaysTheSame ? count / 2 : Int.random(in: 0..<count, using: &random)
    }
    if shared {
      let store = Store(
        initialState: SharedParent.State(children: Shared(value: children, domain: domain))
      ) {
        SharedParent()
      } withDependencies: {
        $0.sharedDomain = domain
      }
      return quietest {
        for id in ids { store.send(.children(.element(id: id, action: .increment))) }
      }
        / sends
    }
    let store = Store(initialState: Parent.State(children: children)) { Parent() }
    return quietest {
      for id in ids { store.send(.children(.element(id: id, action: .increment))) }
    }
      / sends
  }

  private static func removal() {
    let count = 100_000
    var collection = IdentifiedCollection((0..<count).map { Child.State(id: $0, count: 0) })
    let ids = (0..<count).shuffled()
    let time = ContinuousClock().measure { for id in ids { collection.remove(id: id) } }
    report("remove by ID anywhere in 100,000", time / count)
  }

  private static func quietest(_ work: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<3).map { _ in clock.measure(work) }.min() ?? .zero
  }

  private static func report(_ name: String, _ time: Duration) {
    let nanoseconds = Double(time.components.attoseconds) / 1e9
    print("  \(name): \(Int(nanoseconds)) ns")
  }

  private static func ratio(_ one: Duration, _ other: Duration) -> String {
    let value = one / other
    return "\((value * 100).rounded() / 100)"
  }
}

struct Child: Reducer {
  struct State: Identifiable, Sendable {
    let id: Int
    var count: Int
  }
  enum Action: Sendable { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

struct Parent: Reducer {
  struct State: Sendable { var children: IdentifiedCollection<Child.State> }
  enum Action: Sendable { case children(IdentifiedAction<Int, Child.Action>) }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .forEach(
        state: \.children,
        action: CasePath(embed: Action.children) {
          if case .children(let action) = $0 { action } else { nil }
        }
      ) { Child() }
  }
}

struct SharedParent: Reducer {
  struct State: Sendable {
    @Shared var children: IdentifiedCollection<Child.State>

    init(children: Shared<IdentifiedCollection<Child.State>>) { _children = children }
  }
  typealias Action = Parent.Action

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .forEach(
        state: \.$children,
        action: CasePath(embed: Action.children) {
          if case .children(let action) = $0 { action } else { nil }
        }
      ) { Child() }
  }
}
