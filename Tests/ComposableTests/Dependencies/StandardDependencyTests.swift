import Composable
import ComposableTesting
import Determinism
import FoundationEssentials
import Testing

@Suite("Time, UUIDs and chance are dependencies")
struct StandardDependencyTests {
  /// Asks for everything that the runtime brings.
  struct Clerk: Reducer {
    struct State: Equatable, Sendable {
      var stamped: Date?
      var made: [UUID] = []
      var drawn: [Int] = []
      var rang = 0
    }

    enum Action: Equatable, Sendable {
      case stamp
      case make
      case draw
      case wait
      case rang
    }

    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .stamp:
        state.stamped = date()
      case .make:
        state.made.append(uuid())
      case .draw:
        state.drawn.append(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) })
      case .wait:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          send(.rang)
        }
      case .rang:
        state.rang += 1
      }
      return .none
    }
  }

  @Test("a test gives all of them")
  func given() async {
    let clock = TestClock()
    let store = TestStore(initialState: Clerk.State()) {
      Clerk()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 1000)
      $0.uuid = .incrementing
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 7))
      $0.continuousClock = clock
    }
    store.send(.stamp) { $0.stamped = Date(timeIntervalSince1970: 1000) }
    store.send(.make) { $0.made = [UUID(0)] }
    store.send(.make) { $0.made = [UUID(0), UUID(1)] }
    var same = SeededGenerator(seed: 7)
    let first = Int.random(in: 1...6, using: &same)
    store.send(.draw) { $0.drawn = [first] }
    store.send(.wait)
    await clock.advance(by: .seconds(1))
    await store.receive(.rang) { $0.rang = 1 }
    await store.finish()
  }

  @Test("whoever uses one that the test does not give is reported, by name and line")
  func unimplemented() async {
    let reports = Reports()
    let store = TestStore(initialState: Clerk.State()) {
      Clerk()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.exhaust(.stamp, .make, .draw)
    store.send(.wait)
    await store.finish()
    let dependencies = reports.texts.filter { !$0.hasPrefix("The state is not") }
    #expect(dependencies.count == 4)
    #expect(
      dependencies.first
        == """
        A dependency without a value for tests was used in a test.

          Dependency: date

        Likely causes: the test reaches code that it did not mean to reach, or it gives no value.

        Give a value with withDependencies: $0.date = .constant(…).
        """)
    #expect(dependencies[1].contains("Dependency: uuid"))
    #expect(dependencies[1].contains("withDependencies: $0.uuid = .incrementing."))
    #expect(dependencies[2].contains("Dependency: withRandomNumberGenerator"))
    #expect(
      dependencies.last
        == """
        A clock was used in a test that gives none.

          Clock: continuousClock

        Likely causes: the test reaches code that it did not mean to reach, or it gives no clock.

        Give one with withDependencies: a TestClock that the test moves, or an ImmediateClock on \
        which nobody waits.
        """)
  }

  @Test("the report names the line where the dependency was asked for")
  func place() async {
    let places = Shared(value: [Int](), domain: SharedDomain())
    let (clock, line) = withDependencies {
      $0.context = .test
      $0.issueReporter = { _, place in places.withLock { $0.append(place.line) } }
    } operation: {
      let asked = Dependency(\.continuousClock)
      return (asked.wrappedValue, Int(#line) - 1)
    }
    // Used where nobody takes reports, it still knows who did when it was asked for.
    await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
    #expect(places.wrappedValue == [line])
  }

  @Test("in a running program they are the system's")
  func live() async throws {
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.continuousClock) var clock
    @Dependency(\.suspendingClock) var suspendingClock
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    let before = Date()
    #expect(date.now >= before)
    #expect(uuid() != uuid())
    try await clock.sleep(for: .zero)
    try await suspendingClock.sleep(for: .zero)
    let number = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
    #expect((1...6).contains(number))
  }

  @Test("previews have the values for previews")
  func preview() {
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(Greeting.self) var greeting
      @Dependency(Farewell.self) var farewell
      #expect(greeting == "preview")
      #expect(farewell == "live")
    }
  }

  @Test("a key that has no property is asked for by its type")
  func byKey() {
    @Dependency(Greeting.self) var greeting
    #expect(greeting == "live")
    withDependencies {
      $0[Greeting.self] = "given"
    } operation: {
      @Dependency(Greeting.self) var greeting
      #expect(greeting == "given")
    }
    withDependencies {
      $0.context = .test
    } operation: {
      @Dependency(Greeting.self) var greeting
      #expect(greeting == "test")
    }
  }

  enum Greeting: DependencyKey {
    static var liveValue: String { "live" }
    static var previewValue: String { "preview" }
    static var testValue: String { "test" }
  }

  enum Farewell: DependencyKey {
    static var liveValue: String { "live" }
  }

  @Test("of UUIDs that many threads take from one counter none comes twice")
  func incrementingFromManyThreads() async {
    let uuid = UUIDGenerator.incrementing
    let taken = await withTaskGroup(of: [UUID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in uuid() } } }
      return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
    }
    #expect(taken == Set((0..<4000).map { UUID($0) }))
    #expect(UUIDGenerator.incrementing() == UUID(0))
    #expect(UUIDGenerator.constant(UUID(5))() == UUID(5))
    #expect(UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
  }

  @Test("of numbers that many threads take from one generator none is lost or comes twice")
  func randomFromManyThreads() async {
    let with = WithRandomNumberGenerator(SeededGenerator(seed: 1))
    let taken = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in with { $0.next() } } } }
      return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    }
    var same = SeededGenerator(seed: 1)
    #expect(taken == Set((0..<4000).map { _ in same.next() }))
  }

  @Test("work that has the generator and asks for it again is reported")
  func nestedGenerator() {
    let reports = Reports()
    let with = WithRandomNumberGenerator(SeededGenerator(seed: 1))
    let numbers = withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      with { outer in
        let inner = with { $0.next() }
        return [inner, outer.next()]
      }
    }
    var same = SeededGenerator(seed: 1)
    #expect(numbers.last == same.next())
    #expect(
      reports.texts == [
        """
        A generator of random numbers was asked for by the work that has it already.

          Generator: SeededGenerator

        Likely causes: a function that takes its own random numbers is called inside \
        withRandomNumberGenerator.

        Pass the generator on to that function, or call it before or after.
        """
      ])
  }

  @Test("what an effect looks up while it runs has the store's values")
  func lookedUpInsideAnEffect() async {
    struct Asker: Reducer {
      func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        state = action
        guard action == 0 else { return .none }
        return .run { send in
          @Dependency(\.date) var date
          await Task.yield()
          send(Int(date().timeIntervalSince1970))
        }
      }
    }
    let store = Store(initialState: -1) {
      Asker()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 77)
    }
    await store.send(0).finish()
    #expect(store.withState { $0 } == 77)
  }
}

extension TestStore where State == StandardDependencyTests.Clerk.State {
  /// Sends actions whose outcome is by chance.
  fileprivate func exhaust(_ actions: Action...) { for action in actions { send(action) } }
}
