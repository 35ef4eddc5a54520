import Composable
import ComposableTesting
import Testing

@Suite("A counter driven from the command line")
struct CounterCommandLineTests {
  let keyboard = AsyncStream.makeStream(of: String.self)
  let terminal = AsyncStream.makeStream(of: String.self)

  func run(withDependencies prepare: (inout DependencyValues) -> Void = { _ in }) async {
    await withDependencies(prepare) {
      await runCounter(reading: keyboard.stream) { [terminal] in terminal.continuation.yield($0) }
    }
    terminal.continuation.finish()
  }

  @Test("prints what each command leads to")
  func commands() async {
    async let program: Void = run { $0.numberFact.fetch = { "\($0) is a good number." } }
    var printed = terminal.stream.makeAsyncIterator()
    #expect(await printed.next() == "0")
    keyboard.continuation.yield("+")
    #expect(await printed.next() == "1")
    keyboard.continuation.yield("*")
    #expect(await printed.next() == "There is no command *: say +, -, fact or timer.")
    keyboard.continuation.yield("-")
    #expect(await printed.next() == "0")
    keyboard.continuation.finish()
    await program
    #expect(await printed.next() == nil)
  }

  @Test("prints what effects bring without a command")
  func timer() async {
    let clock = TestClock()
    async let program: Void = run { $0.continuousClock = clock }
    var printed = terminal.stream.makeAsyncIterator()
    #expect(await printed.next() == "0")
    keyboard.continuation.yield("timer")
    #expect(await printed.next() == "0 counting")
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    #expect(await printed.next() == "1 counting")
    keyboard.continuation.finish()
    await program
    #expect(clock.sleeperCount == 0)
  }

  @Test("prints the last state, however fast the commands come and end")
  func last() async {
    for _ in 1...1000 { keyboard.continuation.yield("+") }
    keyboard.continuation.finish()
    await run()
    var last: String?
    for await line in terminal.stream { last = line }
    #expect(last == "1000")
  }
}
