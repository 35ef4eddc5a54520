import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Dependencies of a part of the reducers")
struct DependencyReducerTests {
  enum WordKey: DependencyKey {
    static var liveValue: String { "live" }
  }

  /// Notes the word that it has, when it reduces, and in its effect.
  struct Speaker: Reducer {
    struct State: Equatable, Sendable {
      var heard: [String] = []
    }
    enum Action: Equatable, Sendable {
      case speak
      case heard(String)
    }

    @Dependency(\.word) var word

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .speak:
        state.heard.append("reduced: \(word)")
        // Looked up within the effect: by the reducer's property, and anew.
        return .run { send in
          @Dependency(\.word) var found
          await Task.yield()
          send(.heard("effect: \(word), \(found)"))
        }
      case .heard(let text):
        state.heard.append(text)
        return .none
      }
    }
  }

  /// A speaker within another type.
  struct Wrapped: Reducer {
    var body: some Reducer<Speaker.State, Speaker.Action> { Speaker() }
  }

  struct Pair: Reducer {
    struct State: Equatable, Sendable {
      var one = Speaker.State()
      var other = Speaker.State()
      var own: [String] = []
    }
    enum Action: Equatable, Sendable {
      case one(Speaker.Action)
      case other(Speaker.Action)
    }

    @Dependency(\.word) var word

    var body: some Reducer<State, Action> {
      Scope(state: \.one, action: .one) {
        Speaker().dependency(\.word, "given")
      }
      Scope(state: \.other, action: .other) { Speaker() }
      // Runs in the effect's task when the effect sends.
      Reduce { state, _ in
        state.own.append(word)
        return .none
      }
    }
  }

  @Test("the reducer and its effects have them, those around do not")
  func reducerAndEffects() async {
    let store = Store(initialState: Pair.State()) {
      Pair()
    } withDependencies: {
      $0.word = "store"
    }
    await store.send(.one(.speak)).finish()
    await store.send(.other(.speak)).finish()
    let state = store.withState { copy $0 }
    #expect(state.one.heard == ["reduced: given", "effect: given, given"])
    #expect(state.other.heard == ["reduced: store", "effect: store, store"])
    #expect(state.own == ["store", "store", "store", "store"])
  }

  @Test("a test need not give what a part is given")
  func inTests() async {
    let store = TestStore(initialState: Speaker.State()) {
      Speaker().dependency(\.word, "given")
    }
    store.send(.speak) { $0.heard = ["reduced: given"] }
    await store.receive(.heard("effect: given, given")) { $0.heard.append("effect: given, given") }
    await store.finish()
  }

  @Test("changes add up, each once, from the outside in, also for reducers within a body")
  func nested() async {
    func heard<R: Reducer<Speaker.State, Speaker.Action>>(
      @ReducerBuilder<Speaker.State, Speaker.Action> _ reducer: () -> R
    ) async -> [String] {
      let store = Store(initialState: Speaker.State(), reducer: reducer) { $0.word = "a" }
      await store.send(.speak).finish()
      return store.withState { $0.heard }
    }
    let expected = ["reduced: abc", "effect: abc, abc"]
    #expect(
      await heard {
        CombineReducers { Speaker().transformDependency(\.word) { $0 += "c" } }
          .transformDependency(\.word) { $0 += "b" }
      } == expected)
    #expect(
      await heard {
        CombineReducers { Wrapped().transformDependency(\.self) { $0.word += "c" } }
          .transformDependency(\.word) { $0 += "b" }
      } == expected)
    #expect(
      await heard { Speaker().dependency(\.word, "inner").dependency(\.word, "outer") }
        == ["reduced: inner", "effect: inner, inner"])
  }

  @Test("one reducer in two places has what each place gives")
  func twice() async {
    let speaker = Speaker()
    let store = Store(initialState: Pair.State()) {
      Scope<Pair.State, Pair.Action, _>(state: \.one, action: .one) {
        speaker.dependency(\.word, "1")
      }
      Scope<Pair.State, Pair.Action, _>(state: \.other, action: .other) {
        speaker.dependency(\.word, "2")
      }
    }
    await store.send(.one(.speak)).finish()
    await store.send(.other(.speak)).finish()
    #expect(store.withState { $0.one.heard } == ["reduced: 1", "effect: 1, 1"])
    #expect(store.withState { $0.other.heard } == ["reduced: 2", "effect: 2, 2"])
  }

  @Test("another store to which an effect sends keeps its own")
  func otherStore() async {
    let other = Store(initialState: Speaker.State()) {
      Speaker()
    } withDependencies: {
      $0.word = "other"
    }
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in .run { _ in await other.send(.speak).finish() } }
        .dependency(\.word, "given")
    }
    await store.send(1).finish()
    #expect(other.withState { $0.heard } == ["reduced: other", "effect: other, other"])
  }

  @Test("effects of every kind have them: merged, in a row, cancellable, debounced, throttled")
  func everyKindOfEffect() async {
    let clock = ImmediateClock()
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        guard action == "go" else {
          state.append(action)
          return .none
        }
        func say(_ name: String) -> Effect<String> {
          .run { send in
            @Dependency(\.word) var word
            send("\(name) \(word)")
          }
        }
        return .concatenate(
          .merge(say("merged"), .cancel(id: 9)),
          say("named").cancellable(id: 1),
          say("late").debounce(id: 2, for: .seconds(1), clock: clock),
          say("rare").throttle(id: 3, for: .seconds(1), clock: clock, latest: true))
      }
      .dependency(\.word, "given")
    }
    await store.send("go").finish()
    #expect(store.withState { $0 } == ["merged given", "named given", "late given", "rare given"])
  }

  @Test("a dependency that is its own key is given without a path")
  func ownKey() async {
    struct Client: DependencyKey, Equatable {
      var name: String
      static var liveValue: Client { Client(name: "live") }
    }
    struct Asker: Reducer {
      @Dependency(Client.self) var client
      func reduce(into state: inout String, action: Int) -> Effect<Int> {
        state = client.name
        return .none
      }
    }
    let store = Store(initialState: "") { Asker().dependency(Client(name: "given")) }
    store.send(1)
    #expect(store.withState { $0 } == "given")
  }
}

extension DependencyValues {
  fileprivate var word: String {
    get { self[DependencyReducerTests.WordKey.self] }
    set { self[DependencyReducerTests.WordKey.self] = newValue }
  }
}

extension CasePath
where Root == DependencyReducerTests.Pair.Action, Value == DependencyReducerTests.Speaker.Action {
  fileprivate static var one: Self {
    Self(embed: Root.one) { if case .one(let action) = $0 { action } else { nil } }
  }
  fileprivate static var other: Self {
    Self(embed: Root.other) { if case .other(let action) = $0 { action } else { nil } }
  }
}
