import Composable

/// What the runtime costs, and that it does not grow with the number of children.
enum RuntimeBenchmark {
  static func run() async {
    print("runtime")
    counter()
    ForEachBenchmark.run()
    RemovalBenchmark.run()
    LookupBenchmark.run()
    MemoryBenchmark.run()
    await EffectBenchmark.run()
    await TestingBenchmark.run()
  }

  private static func counter() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    let sends = 1_000_000
    let time = Measure.quietest { for _ in 0..<sends { store.send(1) } } / sends
    Measure.report("an action to a counter", time, aim: .nanoseconds(300))
  }
}
