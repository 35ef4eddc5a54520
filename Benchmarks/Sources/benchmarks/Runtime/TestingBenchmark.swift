import Composable
import ComposableTesting

/// What a test pays for a store that must be told everything, and for a clock that it moves itself.
enum TestingBenchmark {
  static func run() async {
    await testStore()
    await testClock(isTogether: true)
    await testClock(isTogether: false)
  }

  private static func testStore() async {
    let rounds = 5_000
    let store = TestStore(initialState: Fetching.State()) { Fetching() }
    let time = await Measure.quietest(waiting: {
      for _ in 0..<rounds {
        store.send(.fetch)
        await store.receive(.fetched) { $0.count += 1 }
      }
    })
    await store.finish()
    Measure.report(
      "a test store's send and receive", time / rounds, aim: .microseconds(50))
  }

  private static func testClock(isTogether: Bool) async {
    let sleepers = 1_000
    var shortest = Duration.seconds(1000)
    for _ in 0..<5 {
      let clock = TestClock()
      let time = await withTaskGroup(of: Void.self) { group in
        for number in 1...sleepers {
          group.addTask {
            try? await clock.sleep(for: .milliseconds(isTogether ? sleepers : number))
          }
        }
        while clock.sleeperCount < sleepers { await Task.yield() }
        return await Measure.quietest(
          of: 1,
          waiting: {
            await clock.advance(by: .milliseconds(sleepers))
            await group.waitForAll()
          })
      }
      shortest = min(shortest, time)
    }
    Measure.report(
      "a clock with \(sleepers) sleepers until \(isTogether ? "one moment" : "different moments")",
      shortest, aim: .milliseconds(5))
  }
}
