import Composable
import ComposableTesting
import Testing

@Suite("Dismissing, where nobody presents, and what is said of misuse")
struct DismissTests {
  static let notPresented = """
    A feature was asked to go that nobody presents, and it stays.

    Likely causes: dismiss was called outside of Effect.run, for example in the reducer itself, or \
    in a detached task, or the feature is the root of its store, or a test has it by itself.

    Call dismiss in an effect of a feature that ifLet(state: \\.$…) presents or that is in the path \
    of a forEach. In a test of the feature by itself give one: $0.dismiss = DismissEffect { … }.
    """

  @Test("a feature that nobody presents stays, and the call is reported in full")
  func root() async {
    let reports = Reports()
    let store = TestStore(initialState: Note.State()) {
      Note()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(.close)
    await store.finish()
    #expect(reports.texts == [Self.notPresented])
  }

  @Test("a presented feature that calls it in its reducer, or in a detached task, is told so")
  func outsideOfTheEffect() async {
    struct Child: Reducer {
      struct State: Equatable, Sendable {}
      enum Action: Equatable, Sendable { case leaveAtOnce, leaveDetached }
      @Dependency(\.dismiss) var dismiss
      let reports: Reports
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .leaveAtOnce:
          dismiss()
          return .none
        case .leaveDetached:
          return .run { [dismiss] _ in
            await Task.detached {
              withDependencies {
                $0.issueReporter = reports.reporter
              } operation: {
                _ = dismiss()
              }
            }.value
          }
        }
      }
    }
    struct Parent: Reducer {
      struct State: Equatable, Sendable { @Presents var child: Child.State? }
      typealias Action = PresentationAction<Child.Action>
      let child: Child
      var body: some Reducer<State, Action> {
        EmptyReducer().ifLet(
          state: \.$child, action: CasePath<Action, Action>(embed: { $0 }, extract: { $0 })
        ) { child }
      }
    }
    let reports = Reports()
    let store = TestStore(initialState: Parent.State(child: Child.State())) {
      Parent(child: Child(reports: reports))
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(.presented(.leaveAtOnce))
    #expect(reports.texts == [Self.notPresented])
    store.send(.presented(.leaveDetached))
    await store.finish()
    #expect(reports.texts == [Self.notPresented, Self.notPresented])
  }

  @Test("a test of a feature by itself gives one, which a presented feature does not get")
  func given() async {
    let asked = Shared(value: 0, domain: SharedDomain())
    let note = TestStore(initialState: Note.State()) {
      Note()
    } withDependencies: {
      $0.dismiss = DismissEffect { asked.withLock { $0 += 1 } }
    }
    note.send(.close)
    await note.finish()
    #expect(asked.wrappedValue == 1)

    let page = TestStore(initialState: Page.State(note: Note.State())) {
      Page()
    } withDependencies: {
      $0.dismiss = DismissEffect { asked.withLock { $0 += 1 } }
    }
    page.send(.note(.presented(.close)))
    await page.receive(.note(.dismiss)) { $0.note = nil }
    page.send(.close)
    await page.finish()
    #expect(asked.wrappedValue == 2)
  }

  @Test("one that is put on a presented reducer is the nearest")
  func nearest() async {
    struct Parent: Reducer {
      struct State: Equatable, Sendable { @Presents var note: Note.State? }
      typealias Action = PresentationAction<Note.Action>
      let dismiss: DismissEffect
      var body: some Reducer<State, Action> {
        EmptyReducer().ifLet(
          state: \.$note, action: CasePath<Action, Action>(embed: { $0 }, extract: { $0 })
        ) { Note().dependency(\.dismiss, dismiss) }
      }
    }
    let asked = Shared(value: 0, domain: SharedDomain())
    let store = TestStore(initialState: Parent.State(note: Note.State())) {
      Parent(dismiss: DismissEffect { asked.withLock { $0 += 1 } })
    }
    store.send(.presented(.close))
    await store.finish()
    #expect(asked.wrappedValue == 1)
  }

  @Test("a store that a presented feature makes is presented by nobody")
  func storeOfAFeature() async {
    struct Child: Reducer {
      struct State: Equatable, Sendable {}
      enum Action: Equatable, Sendable { case work }
      let reports: Reports
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        .run { _ in
          let store = Store(initialState: Note.State()) {
            Note()
          } withDependencies: {
            $0.issueReporter = reports.reporter
          }
          await store.send(.close).finish()
        }
      }
    }
    struct Parent: Reducer {
      struct State: Equatable, Sendable { @Presents var child: Child.State? }
      typealias Action = PresentationAction<Child.Action>
      let reports: Reports
      var body: some Reducer<State, Action> {
        EmptyReducer().ifLet(
          state: \.$child, action: CasePath<Action, Action>(embed: { $0 }, extract: { $0 })
        ) { Child(reports: reports) }
      }
    }
    let reports = Reports()
    let store = Store(initialState: Parent.State(child: Child.State())) { Parent(reports: reports) }
    await store.send(.presented(.work)).finish()
    #expect(reports.texts == [Self.notPresented])
    #expect(store.withState { $0.child } == Child.State())
  }

  @Test("an action and a dismissal for a child that is not there are reported in full")
  func absent() async {
    let reports = Reports()
    let store = TestStore(initialState: Stand.State()) {
      Stand()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(.page(.presented(.load)))
    store.send(.page(.dismiss)) { $0.log = ["dismiss -1"] }
    await store.finish()
    #expect(
      reports.texts == [
        """
        An ifLet was sent an action for a child that is not there, and ignored it.

          Action: load
          Child: State

        Likely causes: a reducer that runs before this one took the child away, or the action was \
        sent after the child was gone, or before it was there.

        Put what takes the child away after the child's reducer, and send to the child only while \
        it is there. What a child's own effects send after it is gone is not meant here: that is \
        dropped in silence.
        """,
        """
        An ifLet was sent .dismiss, and there is nothing to dismiss.

          Child: State

        Likely causes: the child was dismissed already, or a reducer that runs before this one took \
        it away, or it was never presented.

        Send .dismiss only while the child is there. A child's own dismiss() that comes too late is \
        not meant here: that is dropped in silence.
        """,
      ])
  }

  @Test("a presented state that is not the expected one is shown under its own name")
  func difference() async {
    let reports = Reports()
    let store = TestStore(initialState: Stand.State(page: Page.State(number: 1))) {
      Stand()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(.page(.presented(.loaded(2)))) { $0.page?.number = 3 }
    await store.finish()
    #expect(
      reports.texts.first?.hasPrefix(
        """
        The state is not as expected after page(.presented(.loaded(2))).

            State(
              page: State(
          −     number: 3
          +     number: 2
        """) == true, "\(reports.texts)")
  }
}
