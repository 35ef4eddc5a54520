import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Test clock")
struct TestClockTests {
  let clock = TestClock()

  private func steps(
    _ work: @escaping @Sendable (String, Send<Steps.Action>) async throws -> Void
  ) -> TestStore<Steps.State, Steps.Action> {
    let store = TestStore(initialState: Steps.State()) { Steps(work: work) }
    store.exhaustivity = .off
    return store
  }

  @Test("an effect that was just begun has come to its sleep before the clock moves")
  func justBegun() async {
    let store = steps { [clock] _, send in
      try await clock.sleep(for: .seconds(1))
      send(.number(1))
    }
    for _ in 1...100 {
      store.send(.start("a"))
      await clock.advance(by: .seconds(1))
      await store.receive(.number, 1)
    }
    #expect(store.state.count == 100)
    await store.finish()
  }

  @Test("an effect that sleeps again on the way is woken at its own times")
  func sleepsAgain() async {
    let store = steps { [clock] _, send in
      for _ in 1...10 {
        try await clock.sleep(for: .seconds(1))
        send(.did("\(clock.now.offset)"))
      }
    }
    store.send(.start("a"))
    await clock.advance(by: .seconds(10))
    await store.finish()
    #expect(store.state.log == (1...10).map { "\($0).0 seconds" })
    #expect(clock.now.offset == .seconds(10))
  }

  @Test("effects of one deadline are woken together, in the order in which they came to sleep")
  func oneDeadline() async {
    let store = steps { [clock] name, send in
      try await clock.sleep(for: .seconds(1))
      send(.did(name))
    }
    let names = (1...20).map(String.init)
    for name in names { store.send(.start(name)) }
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.state.log == names)
  }

  @Test("the parts of an effect in a task group and in async let are waited for")
  func parts() async {
    let store = steps { [clock] _, send in
      async let first: Void = {
        try await clock.sleep(for: .seconds(1))
        send(.number(1))
      }()
      try await withThrowingTaskGroup { group in
        for number in [10, 100] {
          group.addTask {
            try await clock.sleep(for: .seconds(1))
            try await clock.sleep(for: .seconds(1))
            send(.number(number))
          }
        }
        try await group.waitForAll()
      }
      try await first
    }
    store.send(.start("a"))
    await clock.advance(by: .seconds(2))
    await store.finish()
    #expect(store.state.count == 111)
  }

  /// An actor whose work leaves the executor of the test.
  actor Elsewhere {
    private final class Executor: SerialExecutor {
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Task.detached { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func answer() -> Int { 7 }
  }

  @Test("work on an executor of its own is not waited for by the clock, and is by receive")
  func elsewhere() async {
    let actor = Elsewhere()
    let store = steps { [clock] _, send in
      try await clock.sleep(for: .seconds(1))
      send(.number(await actor.answer()))
    }
    for _ in 1...100 {
      store.send(.start("a"))
      await clock.advance(by: .seconds(1))
      await store.receive(.number, 7)
    }
    await store.finish()
    #expect(store.state.count == 700)
  }

  @Test("receive waits for an effect that was woken, whatever that waits for then")
  func outsideAfterSleep() async {
    for _ in 1...100 {
      let gate = Gate()
      let store = steps { [clock] _, send in
        try await clock.sleep(for: .seconds(1))
        await gate.wait()
        send(.number(1))
      }
      store.send(.start("a"))
      await clock.advance(by: .seconds(1))
      // Nobody waits for it, so the gate may open before, while or after receive begins.
      Task.detached { await gate.open() }
      await store.receive(.number, 1)
      await store.finish()
    }
  }

  @Test("advance returns while an effect waits for something outside")
  func outside() async {
    let gate = Gate()
    let store = steps { _, send in
      await gate.wait()
      send(.number(1))
    }
    store.send(.start("a"))
    await clock.advance(by: .seconds(1))
    await gate.open()
    await store.receive(.number, 1)
    await store.finish()
    #expect(store.state.count == 1)
  }

  @Test("an effect may move the clock itself")
  func movedByEffect() async {
    let store = steps { [clock] name, send in
      if name == "mover" {
        await clock.advance(by: .seconds(1))
      } else {
        try await clock.sleep(for: .seconds(1))
      }
      send(.did(name))
    }
    store.send(.start("sleeper"))
    await store.effectsDidRest()
    store.send(.start("mover"))
    await store.finish()
    #expect(Set(store.state.log) == ["sleeper", "mover"])
  }

  @Test("the effects of a plain store are waited for when they run in the test")
  func plainStore() async {
    let work: @Sendable (String, Send<Steps.Action>) async throws -> Void = { [clock] _, send in
      for number in 1...3 {
        try await clock.sleep(for: .seconds(1))
        send(.number(number))
      }
    }
    let store = Store(initialState: Steps.State()) {
      Steps(work: work)
    } withDependencies: {
      $0.runEffectsInTest()
    }
    store.send(.start("a"))
    await clock.advance(by: .seconds(2))
    #expect(store.withState { $0.count } == 3)
    #expect(clock.sleepers.map(\.description) == ["Steps.swift:24 until 3.0 seconds"])
    await clock.advance(by: .seconds(1))
    #expect(store.withState { $0.count } == 6)
    #expect(store.isIdle)
  }

  @Test("run goes on until nobody sleeps")
  func run() async {
    let store = steps { [clock] _, send in
      for second in 1...3 {
        try await clock.sleep(for: .seconds(second))
        send(.number(second))
      }
    }
    store.send(.start("a"))
    await clock.run()
    await store.finish()
    #expect(store.state.count == 6)
    #expect(clock.now.offset == .seconds(6))
    #expect(clock.sleeperCount == 0)
  }

  @Test("it says who sleeps, and until when")
  func sleepers() async {
    let store = steps { [clock] name, _ in
      try await clock.sleep(for: .seconds(name == "long" ? 5 : 1))
    }
    store.send(.start("long"))
    store.send(.start("short"))
    let task = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers(3)
    #expect(
      clock.sleepers.map(\.description) == [
        "Steps.swift:24 until 1.0 seconds",
        "a task that is no effect until 2.0 seconds",
        "Steps.swift:24 until 5.0 seconds",
      ])
    #expect(clock.sleepers.map(\.deadline.offset) == [.seconds(1), .seconds(2), .seconds(5)])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 2)
    await store.skipInFlightEffects()
    #expect(clock.sleepers.isEmpty)
    await store.finish()
  }

  @Test("a task that is no effect has been woken, and runs, when advance returns")
  func plainTask() async throws {
    let task = Task { [clock] in
      try await clock.sleep(for: .seconds(1))
      return clock.now.offset
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    #expect(try await task.value == .seconds(1))
  }

  @Test("a sleep that ends now or before does not wait, and one of a cancelled task throws")
  func noSleep() async {
    await clock.advance(by: .seconds(1))
    await #expect(throws: Never.self) { try await clock.sleep(until: .init(offset: .seconds(1))) }
    await #expect(throws: CancellationError.self) {
      try await Task { [clock] in
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(1))
      }.value
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test("sleepers that come, are cancelled and are woken at random are woken in order")
  func randomSleepers() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let woken = Shared(value: [Int](), domain: SharedDomain())
    let store = steps { [clock] name, _ in
      let deadline = Int(name) ?? 0
      try await clock.sleep(until: TestClock.Instant(offset: .seconds(deadline)))
      woken.withLock { $0.append(deadline) }
    }
    var expected: [Int] = []
    for _ in 1...200 {
      let deadline = Int.random(in: 1...50, using: &random)
      let task = store.send(.start("\(deadline)"))
      if Int.random(in: 1...3, using: &random) == 1 {
        await store.effectsDidRest()
        await task.cancel()
      } else {
        expected.append(deadline)
      }
    }
    await store.effectsDidRest()
    #expect(clock.sleeperCount == expected.count, "seed \(seed)")
    await clock.run()
    await store.finish()
    #expect(woken.wrappedValue == expected.sorted(), "seed \(seed)")
  }

  @Test("on an immediate clock nobody waits")
  func immediate() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3))
    try await clock.sleep(for: .seconds(4))
    #expect(clock.now.offset == .seconds(7))
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(1))
      }.value
    }
    #expect(clock.now.offset == .seconds(7))
  }
}
