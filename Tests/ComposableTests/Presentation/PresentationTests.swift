import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Children that are presented")
struct PresentationTests {
  let asked = Gate()

  /// A test's store whose page loads once the gate opens.
  func stand(
    _ state: @autoclosure () -> Stand.State, next: Page.State? = nil
  ) -> TestStoreOf<Stand> {
    TestStore(initialState: state()) {
      Stand(next: next)
    } withDependencies: { [asked] in
      $0.loadNumber = { number in
        await asked.wait()
        return number * 10
      }
    }
  }

  @Test("one that is there is reduced before its parent, and its effects come back to it")
  func present() async {
    let store = stand(Stand.State(page: Page.State(number: 1)))
    store.send(.page(.presented(.load))) { $0.page?.isLoading = true }
    await asked.open()
    await store.receive(.page(.presented(.loaded(10)))) {
      $0.page?.isLoading = false
      $0.page?.number = 10
      $0.log = ["loaded 10"]
    }
    await store.finish()
  }

  @Test("the parent dismisses it with nil, and its effects end")
  func dismissedByNil() async {
    let store = stand(Stand.State(page: Page.State(number: 1)))
    store.send(.page(.presented(.load))) { $0.page?.isLoading = true }
    await asked.arrival()
    store.send(.present([nil])) { $0.page = nil }
    await asked.open()
    await store.finish()
  }

  @Test("the parent sees the state that .dismiss takes away, and its effects end")
  func dismissedByAction() async {
    let store = stand(Stand.State(page: Page.State(number: 1)))
    store.send(.page(.presented(.load))) { $0.page?.isLoading = true }
    await asked.arrival()
    store.send(.page(.dismiss)) {
      $0.page = nil
      $0.log = ["dismiss 1"]
    }
    await asked.open()
    await store.finish()
  }

  @Test("whom the parent presents while one goes, stays")
  func presentedWhileOneGoes() async {
    let store = stand(Stand.State(page: Page.State(number: 1)), next: Page.State(number: 1))
    store.send(.page(.presented(.load))) { $0.page?.isLoading = true }
    await asked.arrival()
    store.send(.page(.dismiss)) {
      $0.page = Page.State(number: 1)
      $0.log = ["dismiss 1"]
    }
    await asked.open()
    await store.finish()
  }

  @Test(
    "it ends itself through a dependency, also from a part of it",
    arguments: [Page.Action.close, .part(.close)])
  func dismissesItself(action: Page.Action) async {
    let store = stand(Stand.State(page: Page.State(number: 1)))
    store.send(.page(.presented(.load))) { $0.page?.isLoading = true }
    await asked.arrival()
    store.send(.page(.presented(action)))
    await store.receive(.page(.dismiss)) {
      $0.page = nil
      $0.log = ["dismiss 1"]
    }
    await asked.open()
    await store.finish()
  }

  @Test("a child of a child ends itself, and not who presents it")
  func dismissesNearest() async {
    let store = stand(Stand.State(page: Page.State(number: 1)))
    store.send(.page(.presented(.open))) { $0.page?.note = Note.State() }
    store.send(.page(.presented(.note(.presented(.write("a")))))) { $0.page?.note?.text = "a" }
    store.send(.page(.presented(.note(.presented(.close)))))
    await store.receive(.page(.presented(.note(.dismiss)))) { $0.page?.note = nil }
    store.send(.page(.presented(.close)))
    await store.receive(.page(.dismiss)) {
      $0.page = nil
      $0.log = ["dismiss 1"]
    }
    await store.finish()
  }

  @Test(
    "what was under way for one that is gone does not reach the one in its place",
    arguments: [
      [nil], [nil, Page.State(number: 1)], [Page.State(number: 1)],
      [Page.State(number: 1, isLoading: true)], [nil, Page.State(number: 1, isLoading: true)],
    ], [true, false])
  func lateCompletion(pages: [Page.State?], inOneAction: Bool) async {
    let store = Store(initialState: Stand.State(page: Page.State(number: 1))) {
      Stand()
    } withDependencies: { [asked] in
      $0.loadNumber = { number in
        await asked.wait()
        return number * 10
      }
    }
    let task = store.send(.page(.presented(.load)))
    await asked.arrival()
    for pages in inOneAction ? [pages] : pages.map({ [$0] }) { store.send(.present(pages)) }
    #expect(store.isIdle == false, "The load does not listen; its task is still to end.")
    await asked.open()
    await task.finish()
    #expect(store.withState { $0.page } == pages.last)
    #expect(store.isIdle)
  }

  @Test(
    "an effect whose child is replaced in the turn after it never starts",
    arguments: [[nil], [Page.State(number: 1, isLoading: true)]])
  func goesBeforeItStarts(pages: [Page.State?]) async {
    let started = Shared(value: 0, domain: SharedDomain())
    let store = Store(initialState: Stand.State(page: Page.State(number: 1))) {
      Stand()
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
      $0.loadNumber = { number in
        started.withLock { $0 += 1 }
        return number
      }
    }
    await store.send(.loadAndPresent(pages)).finish()
    #expect(started.wrappedValue == 0)
    #expect(store.isIdle)
  }

  @Test("one that is changed in place is the same one")
  func changedInPlace() async {
    let store = stand(Stand.State(page: Page.State(number: 1)))
    store.send(.page(.presented(.load))) { $0.page?.isLoading = true }
    await asked.arrival()
    store.send(.number(5)) { $0.page?.number = 5 }
    await asked.open()
    await store.receive(.page(.presented(.loaded(10)))) {
      $0.page?.isLoading = false
      $0.page?.number = 10
      $0.log = ["loaded 10"]
    }
    await store.finish()
  }

  @Test("a dismissal that comes after its child was replaced is dropped in silence")
  func lateDismissal() async {
    struct Leaving: Reducer {
      struct State: Equatable, Sendable { var name = "" }
      enum Action: Equatable, Sendable { case leave }
      let asked: Gate
      let wasThere: Shared<Bool?>
      @Dependency(\.dismiss) var dismiss
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        .run { _ in
          await asked.wait()
          let wasThere = dismiss()
          self.wasThere.withLock { $0 = wasThere }
        }
      }
    }
    struct Parent: Reducer {
      struct State: Equatable, Sendable { @Presents var child: Leaving.State? }
      enum Action: Equatable, Sendable {
        case child(PresentationAction<Leaving.Action>)
        case present(String)
      }
      let child: Leaving
      static let path = CasePath<Action, PresentationAction<Leaving.Action>>(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          if case .present(let name) = action { state.child = Leaving.State(name: name) }
          return .none
        }
        .ifLet(state: \.$child, action: Self.path) { child }
      }
    }
    let wasThere = Shared(value: Bool?.none, domain: SharedDomain())
    let store = Store(initialState: Parent.State(child: Leaving.State(name: "a"))) {
      Parent(child: Leaving(asked: asked, wasThere: wasThere))
    }
    let task = store.send(.child(.presented(.leave)))
    await asked.arrival()
    store.send(.present("b"))
    await asked.open()
    await task.finish()
    #expect(store.withState { $0.child?.name } == "b")
    #expect(wasThere.wrappedValue == false)
  }

  // MARK: Enums of destinations

  @Test("each case of an enum has its reducer, and its effects end with the case")
  func destinations() async {
    let store = stand(Stand.State())
    store.send(.go([.page(Page.State(number: 1))])) {
      $0.destination = .page(Page.State(number: 1))
    }
    store.send(.destination(.presented(.page(.load)))) {
      $0.$destination[case: .page]?.isLoading = true
    }
    await asked.arrival()
    store.send(.go([.counter(Counter.State(id: 1))])) {
      $0.destination = .counter(Counter.State(id: 1))
    }
    store.send(.destination(.presented(.counter(.increment)))) {
      $0.$destination[case: .counter]?.count = 1
    }
    await asked.open()
    await store.finish()
  }

  @Test("an equal destination in the place of one is another")
  func sameDestination() async {
    let store = stand(Stand.State(destination: .counter(Counter.State(id: 1))))
    store.send(.destination(.presented(.counter(.load)))) {
      $0.$destination[case: .counter]?.isLoading = true
    }
    await asked.arrival()
    store.send(.go([.counter(Counter.State(id: 1, isLoading: true))]))
    await asked.open()
    await store.finish()
  }

  @Test("a destination that is changed in place is the same one, and ends itself")
  func destinationInPlace() async {
    let store = stand(Stand.State(destination: .page(Page.State(number: 1))))
    store.send(.destination(.presented(.page(.load)))) {
      $0.$destination[case: .page]?.isLoading = true
    }
    await asked.arrival()
    store.send(.renumber(2)) { $0.$destination[case: .page]?.number = 2 }
    await asked.open()
    await store.receive(.destination(.presented(.page(.loaded(10))))) {
      $0.destination = .page(Page.State(number: 10))
    }
    store.send(.destination(.presented(.page(.open)))) {
      $0.$destination[case: .page]?.note = Note.State()
    }
    store.send(.destination(.presented(.page(.note(.presented(.close))))))
    await store.receive(.destination(.presented(.page(.note(.dismiss))))) {
      $0.$destination[case: .page]?.note = nil
    }
    store.send(.destination(.presented(.page(.close))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
    await store.finish()
  }

  // MARK: Child stores

  @Test("a store of a child is of this presentation, and not of the next one")
  func scope() async {
    let store = Store(initialState: Stand.State()) { Stand() }
    #expect(store.scope(state: \.$page, action: .page) == nil)
    store.send(.present([Page.State(number: 1)]))
    let page = store.scope(state: \.$page, action: .page)
    page?.send(.loaded(2))
    #expect(store.withState { $0.page?.number } == 2)
    #expect(page?.withState { $0.number } == 2)
    var numbers = page?.observe(\.number).makeAsyncIterator()
    #expect(await numbers?.next() == 2)
    store.send(.present([Page.State(number: 3)]))
    #expect(await numbers?.next() == nil)
    #expect(page?.withState { $0.number } == 2)
  }
}
