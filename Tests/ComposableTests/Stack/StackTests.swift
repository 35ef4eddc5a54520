import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Paths of screens")
struct StackTests {
  let asked = Gate()

  static func page(_ number: Int, isLoading: Bool = false) -> Destination.State {
    .page(Page.State(number: number, isLoading: isLoading))
  }

  /// A test's store whose pages load once the gate opens.
  func trail(
    _ path: [Destination.State] = [], next: Destination.State? = nil
  ) -> TestStoreOf<Trail> {
    TestStore(initialState: Trail.State(path: StackState(path))) {
      Trail(next: next)
    } withDependencies: { [asked] in
      $0.loadNumber = { number in
        await asked.wait()
        return number * 10
      }
    }
  }

  @Test("an element has its reducer, by its kind, and its effects come back to it")
  func reduces() async {
    let store = trail()
    store.send(.append(Self.page(1))) { $0.path.append(Self.page(1)) }
    store.send(.append(.counter(Counter.State(id: 5)))) {
      $0.path[id: 1] = .counter(Counter.State(id: 5))
    }
    store.send(.path(.element(id: 1, action: .counter(.increment)))) {
      $0.path[id: 1, case: .counter]?.count = 1
    }
    store.send(.path(.element(id: 0, action: .page(.load)))) {
      $0.path[id: 0, case: .page]?.isLoading = true
    }
    await asked.open()
    await store.receive(.path(.element(id: 0, action: .page(.loaded(10))))) {
      $0.path[id: 0] = Self.page(10)
      $0.log = ["loaded #0"]
    }
    await store.finish()
  }

  @Test("an ID is not given twice, neither after a pop nor when the whole path is set")
  func identity() async {
    let store = trail([Self.page(1), Self.page(2)])
    #expect(store.state.path.ids == [0, 1])
    store.send(.popLast) { $0.path.removeLast() }
    store.send(.append(Self.page(3))) { $0.path.append(Self.page(3)) }
    #expect(store.state.path.ids == [0, 2])
    store.send(.go([Self.page(1), Self.page(3)])) { $0.path = [Self.page(1), Self.page(3)] }
    #expect(store.state.path.ids == [3, 4])
    store.send(.path(.push(id: 7, state: Self.page(4)))) {
      $0.path[id: 7] = Self.page(4)
      $0.log = ["push #7 of 3"]
    }
    store.send(.append(Self.page(5))) { $0.path.append(Self.page(5)) }
    #expect(store.state.path.ids == [3, 4, 7, 8])
    await store.finish()
  }

  @Test("popping ends the effects of all that goes, and of nothing below")
  func popping() async {
    let store = trail([Self.page(1), Self.page(2), Self.page(3)])
    for (id, number) in [(0, 1), (1, 2), (2, 3)] as [(StackElementID, Int)] {
      store.send(.path(.element(id: id, action: .page(.load)))) {
        $0.path[id: id, case: .page] = Page.State(number: number, isLoading: true)
      }
    }
    await asked.arrival(3)
    store.send(.path(.popFrom(id: 1))) {
      $0.path.pop(from: 1)
      $0.log = ["pop #1 of 3"]
    }
    #expect(store.state.path.ids == [0])
    await asked.open()
    await store.receive(.path(.element(id: 0, action: .page(.loaded(10))))) {
      $0.path[id: 0] = Self.page(10)
      $0.log.append("loaded #0")
    }
    await store.finish()
  }

  @Test("who pops by changing the path ends the effects too", arguments: [0, 1, 2, 3])
  func poppingByState(way: Int) async {
    let store = trail([Self.page(1), Self.page(2)])
    store.send(.path(.element(id: 1, action: .page(.load)))) {
      $0.path[id: 1] = Self.page(2, isLoading: true)
    }
    await asked.arrival()
    switch way {
    case 0: store.send(.popLast) { $0.path.removeLast() }
    case 1: store.send(.popTo(0)) { $0.path.pop(to: 0) }
    case 2: store.send(.remove(1)) { $0.path[id: 1] = nil }
    default: store.send(.go([])) { $0.path = [] }
    }
    await asked.open()
    await store.finish()
  }

  @Test("one popped in the turn after it begins an effect never starts it")
  func poppedBeforeItStarts() async {
    let started = Shared(value: 0, domain: SharedDomain())
    let store = Store(initialState: Trail.State()) {
      Trail()
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
      $0.loadNumber = { number in
        started.withLock { $0 += 1 }
        return number
      }
    }
    store.send(.append(Self.page(1)))
    let id = store.withState { $0.path.ids[0] }
    await store.send(.loadAndPop(id)).finish()
    #expect(store.withState { $0.path.isEmpty })
    #expect(started.wrappedValue == 0)
    #expect(store.isIdle)
  }

  @Test(
    "what was under way for a screen that is gone does not reach the one in its place",
    arguments: [true, false])
  func lateCompletion(underItsID: Bool) async {
    let store = trail([Self.page(1)])
    store.send(.path(.element(id: 0, action: .page(.load)))) {
      $0.path[id: 0, case: .page]?.isLoading = true
    }
    await asked.arrival()
    if underItsID {
      store.send(.assign(0, Self.page(1, isLoading: true)))
    } else {
      store.send(.go([Self.page(1, isLoading: true)])) { $0.path = [Self.page(1, isLoading: true)] }
    }
    await asked.open()
    await store.finish()
  }

  @Test("one that is changed in place stays the same, and the others too")
  func changedInPlace() async {
    let store = trail([Self.page(1), Self.page(2)])
    store.send(.path(.element(id: 0, action: .page(.load)))) {
      $0.path[id: 0, case: .page]?.isLoading = true
    }
    await asked.arrival()
    store.send(.renumber(0, 5)) { $0.path[id: 0, case: .page]?.number = 5 }
    store.send(.remove(1)) { $0.path[id: 1] = nil }
    await asked.open()
    await store.receive(.path(.element(id: 0, action: .page(.loaded(10))))) {
      $0.path[id: 0] = Self.page(10)
      $0.log = ["loaded #0"]
    }
    await store.finish()
  }

  @Test("an element pops itself with what is above it, and its own child ends only itself")
  func dismisses() async {
    let store = trail([Self.page(1), Self.page(2), Self.page(3)])
    store.send(.path(.element(id: 1, action: .page(.open)))) {
      $0.path[id: 1, case: .page]?.note = Note.State()
    }
    store.send(.path(.element(id: 1, action: .page(.note(.presented(.close))))))
    await store.receive(.path(.element(id: 1, action: .page(.note(.dismiss))))) {
      $0.path[id: 1, case: .page]?.note = nil
    }
    store.send(.path(.element(id: 1, action: .page(.close))))
    await store.receive(.path(.popFrom(id: 1))) {
      $0.path.pop(from: 1)
      $0.log = ["pop #1 of 3"]
    }
    #expect(store.state.path.ids == [0])
    await store.finish()
  }

  @Test("whom the parent puts in the place of one that is popped, stays")
  func putInItsPlace() async {
    let store = trail([Self.page(1)], next: Self.page(2))
    store.send(.path(.popFrom(id: 0))) {
      $0.path[id: 0] = Self.page(2)
      $0.log = ["pop #0 of 1"]
    }
    await store.finish()
  }

  @Test("many push at the same time, each under an ID of its own, and the lowest pops all")
  func pushesFromEverywhere() async {
    let store = Store(initialState: Trail.State()) {
      Trail()
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
      $0.loadNumber = { $0 * 10 }
    }
    let ids = DependencyValues.current.stackElementID
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let id = ids.next()
          store.send(.path(.push(id: id, state: Self.page(number))))
          await store.send(.path(.element(id: id, action: .page(.load)))).finish()
        }
      }
    }
    let path = store.withState { $0.path }
    #expect(Set(path.ids).count == 100)
    let numbers = path.compactMap { if case .page(let page) = $0 { page.number } else { nil } }
    #expect(numbers.sorted() == (0..<100).map { $0 * 10 })
    await store.send(.path(.element(id: path.ids[0], action: .page(.close)))).finish()
    #expect(store.withState { $0.path.isEmpty })
    #expect(store.isIdle)
  }

  @Test("a store of an element is of that element")
  func scope() async {
    let store = Store(initialState: Trail.State()) { Trail() }
    store.send(.append(.counter(Counter.State(id: 1))))
    let id = store.withState { $0.path.ids[0] }
    let screen = store.scope(state: \.path, id: id, action: .path)
    let counter = screen?.scope(state: .counter, action: .counter)
    counter?.send(.increment)
    #expect(counter?.withState { $0.count } == 1)
    var counts = counter?.observe(\.count).makeAsyncIterator()
    #expect(await counts?.next() == 1)
    store.send(.assign(id, .counter(Counter.State(id: 2, count: 9))))
    #expect(await counts?.next() == nil)
    #expect(counter?.withState { $0.count } == 1)
    #expect(store.scope(state: \.path, id: 1_000_000, action: .path) == nil)
  }

  // MARK: Shared paths

  @Test("a shared path is one path: two stores push and pop, and no ID is given twice")
  func sharedPath() async {
    let domain = SharedDomain()
    let path = Shared(value: StackState<Destination.State>(), domain: domain)
    func store() -> TestStoreOf<SharedTrail> {
      TestStore(initialState: SharedTrail.State(path)) {
        SharedTrail()
      } withDependencies: {
        $0.sharedDomain = domain
        $0.loadNumber = { $0 * 10 }
      }
    }
    let one = store()
    let other = store()
    one.send(.append(Self.page(1))) { $0.path.append(Self.page(1)) }
    other.exhaustivity = .off
    other.send(.append(Self.page(2)))
    #expect(path.wrappedValue.ids == [0, 1])
    one.exhaustivity = .off
    one.send(.path(.element(id: 1, action: .page(.load))))
    await one.receive(.path(.element(id: 1, action: .page(.loaded(20)))))
    #expect(path.wrappedValue[id: 1] == Self.page(20))
    one.send(.path(.element(id: 0, action: .page(.close))))
    await one.receive(.path(.popFrom(id: 0)))
    #expect(path.wrappedValue.isEmpty)
    await one.finish()
    await other.finish()
  }

  @Test("a child that reads the shared path that it is in is told so, and does not crash")
  func readsItsPath() async {
    struct Reader: Reducer {
      struct State: Equatable, Sendable { var count = 0 }
      let path: Shared<StackState<State>>
      func reduce(into state: inout State, action: Int) -> Effect<Int> {
        state.count = path.wrappedValue.compactMap(\.count).count + action
        return .none
      }
    }
    struct Parent: Reducer {
      struct State: Equatable, Sendable {
        @Shared var path: StackState<Reader.State>
        init(_ path: Shared<StackState<Reader.State>>) { _path = path }
      }
      typealias Action = StackAction<Reader.State, Int>
      let path: Shared<StackState<Reader.State>>
      var body: some Reducer<State, Action> {
        EmptyReducer().forEach(
          state: \.$path, action: CasePath<Action, Action>(embed: { $0 }, extract: { $0 })
        ) { Reader(path: path) }
      }
    }
    let reports = Reports()
    let domain = SharedDomain()
    let path = Shared(value: [Reader.State(), Reader.State()] as StackState, domain: domain)
    let store = Store(initialState: Parent.State(path)) {
      Parent(path: path)
    } withDependencies: {
      $0.sharedDomain = domain
      $0.issueReporter = reports.reporter
    }
    store.send(.element(id: path.wrappedValue.ids[0], action: 5))
    #expect(reports.texts.count == 1)
    #expect(
      reports.texts.first?.hasPrefix("A child reducer read the collection that it is an element of")
        == true)
    #expect(path.wrappedValue.map(\.count) == [6, 0])
  }

  // MARK: Misuse

  @Test("actions for an element that is not there, and an ID that is taken, are reported in full")
  func misuse() async {
    let reports = Reports()
    let store = TestStore(initialState: Trail.State(path: [Self.page(1), Self.page(2)])) {
      Trail()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(.path(.element(id: 5, action: .page(.load))))
    store.send(.path(.popFrom(id: 5))) { $0.log = ["pop #5 of 2"] }
    store.send(.path(.push(id: 1, state: Self.page(9)))) { $0.log.append("push #1 of 2") }
    store.send(.assign(6, Self.page(9)))
    await store.finish()
    #expect(
      reports.texts == [
        """
        A forEach was sent an action for an element that is not there, and ignored it.

          ID: #5
          Action: page(ComposableTests.Page.Action.load)
          Element: State

        Likely causes: the parent removed the element before its action was reduced, or someone kept \
        the ID of an element that has been removed, or the ID was never in the collection.

        Check that the element is there before sending to it, and remove an element only after its \
        last action. What an element's own effects send after its removal is not meant here: that is \
        dropped in silence.
        """,
        """
        A forEach was sent .popFrom with the ID of an element that is not in the path.

          ID: #5
          Path: #0, #1
          Element: State

        Likely causes: the element was popped already, alone or with one below it, or a reducer that \
        runs before this one took it away.

        Send .popFrom only while the element is there. An element's own dismiss() that comes too \
        late is not meant here: that is dropped in silence.
        """,
        """
        A forEach was sent .push with an ID that is taken, and ignored it.

          ID: #1
          Element: State

        Likely causes: the action was sent twice, or someone gave an element the ID of another one.

        Give each element an ID of its own, with next() of @Dependency(\\.stackElementID). A reducer \
        that pushes appends to the path.
        """,
        """
        A state was assigned to an element that is not in a path, and dropped.

          ID: #6
          Path: #0, #1
          Element: State

        Likely causes: the element was popped, and someone kept its ID.

        To push an element append it to the path; change one in place while it is there.
        """,
      ])
  }

  @Test("a path that is not the expected one is shown by its IDs")
  func difference() async {
    let reports = Reports()
    let store = TestStore(initialState: Trail.State(path: [Self.page(1)])) {
      Trail()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(.append(.counter(Counter.State(id: 1)))) {
      $0.path.append(.counter(Counter.State(id: 2)))
    }
    store.send(.path(.popFrom(id: 1))) { $0.log = ["pop #1 of 2"] }
    await store.finish()
    #expect(
      reports.texts == [
        """
        The state is not as expected after append(.counter(State(id: 1, count: 0, loaded: 0, \
        isLoading: false))).

            State(
              path: [
                [id: #0] .page(id: #0, …)
                [id: #1] .counter(
                  State(
          −         id: 2
          +         id: 1
                    count: 0
                    loaded: 0
                    isLoading: false
                  …

        (− expected, + actual)

        Likely causes: the closure says too little, too much or nothing, or the reducer does not do \
        what it should. The closure is given the value from before the action; let it make every \
        change that the action makes.
        """,
        """
        The state is not as expected after path(.popFrom(id: #1)).

            State(
              path: [
                [id: #0] .page(id: #0, …)
          −     [id: #1] .counter(
          −       State(
          −         id: 1
          −         count: 0
          −         loaded: 0
          −         isLoading: false
          −       )
          −     )
              ]
              log: [1 element]
            )

        (− expected, + actual)

        Likely causes: the closure says too little, too much or nothing, or the reducer does not do \
        what it should. The closure is given the value from before the action; let it make every \
        change that the action makes.
        """,
      ])
  }
}
