import Composable
import ComposableTesting
import Testing

@Suite("Timers")
struct TimerTests {
  @Test("ticks on the beat, however late a tick is read")
  func beat() async {
    let clock = TestClock()
    let ticks = Shared(value: [Duration]())
    let timer: any Clock<Duration> = clock
    let reading = Task {
      for await _ in timer.timer(interval: .seconds(2)) {
        ticks.withLock { $0.append(clock.now.offset) }
        // Half an interval late.
        if clock.now.offset < .seconds(4) { try? await clock.sleep(for: .seconds(1)) }
      }
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(2))
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await clock.waitForSleepers()
    #expect(ticks.wrappedValue == [.seconds(2), .seconds(4)])
    reading.cancel()
    await reading.value
  }

  @Test("ticks that were missed are one, and it comes at once")
  func missed() async {
    let clock = TestClock()
    let reading = Task {
      var ticks = clock.timer(interval: .seconds(1)).makeAsyncIterator()
      try? await clock.sleep(for: .seconds(10))
      await ticks.next()
      await ticks.next()
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(10))
    await clock.waitForSleepers()
    #expect(clock.sleepers.map(\.deadline.offset) == [.seconds(11)])
    await clock.advance(by: .seconds(1))
    await reading.value
  }

  @Test("each reader has a timer of its own")
  func ownTimer() async {
    let clock = TestClock()
    let timer = clock.timer(interval: .seconds(2))
    let one = Task { for await _ in timer {} }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    let other = Task { for await _ in timer {} }
    await clock.waitForSleepers(2)
    #expect(clock.sleepers.map(\.deadline.offset) == [.seconds(2), .seconds(3)])
    one.cancel()
    other.cancel()
  }

  @Test("ends when the reading task is cancelled")
  func cancelled() async {
    let clock = TestClock()
    let reading = Task {
      var count = 0
      for await _ in clock.timer(interval: .seconds(1)) { count += 1 }
      return count
    }
    await clock.waitForSleepers()
    reading.cancel()
    #expect(await reading.value == 0)
    #expect(clock.sleeperCount == 0)
  }
}
