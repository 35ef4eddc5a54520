import Composable

/// A child for tests: it counts, and loads through a function that the test controls.
struct Counter: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    let id: Int
    var count = 0
    var loaded = 0
    var isLoading = false
  }

  enum Action: Equatable, Sendable {
    case increment
    case load
    case loaded(Int)
    case stop
  }

  enum CancelID: Hashable { case load }

  @Dependency(\.loadNumber) var loadNumber

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
      return .none
    case .load:
      state.isLoading = true
      let id = state.id
      return .run { [loadNumber] send in
        send(.loaded(await loadNumber(id)))
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    case .loaded(let number):
      state.isLoading = false
      state.loaded = number
      return .none
    case .stop:
      state.isLoading = false
      return .cancel(id: CancelID.load)
    }
  }
}

extension DependencyValues {
  var loadNumber: @Sendable (Int) async -> Int {
    get { self[LoadNumber.self] }
    set { self[LoadNumber.self] = newValue }
  }
}

enum LoadNumber: DependencyKey {
  typealias Value = @Sendable (Int) async -> Int

  static var liveValue: @Sendable (Int) async -> Int { { $0 } }
}

/// A parent of counters in its own state.
struct Counters: Reducer {
  struct State: Equatable, Sendable {
    var counters: IdentifiedCollection<Counter.State> = []
    var log: [String] = []
  }

  enum Action: Equatable, Sendable {
    case counters(IdentifiedAction<Int, Counter.Action>)
    case add(Int)
    case remove(Int)
    case addAndLoadAndRemove(ClosedRange<Int>)
    case note(String)
    case noteTwice(String, String)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .counters:
        return .none
      case .add(let id):
        state.counters.append(Counter.State(id: id))
        return .none
      case .remove(let id):
        state.counters.remove(id: id)
        return .none
      case .addAndLoadAndRemove(let ids):
        for id in ids { state.counters.append(Counter.State(id: id)) }
        return .concatenate(
          .merge(ids.map { .send(.counters(.element(id: $0, action: .load))) }),
          .merge(ids.map { .send(.remove($0)) }))
      case .note(let text):
        state.log.append(text)
        return .none
      case .noteTwice(let first, let second):
        return .concatenate(.send(.note(first)), .send(.note(second)))
      }
    }
    .forEach(state: \.counters, action: .counters) { Counter() }
  }
}

extension CasePath where Root == Counters.Action, Value == IdentifiedAction<Int, Counter.Action> {
  static var counters: Self {
    Self(embed: Counters.Action.counters) {
      if case .counters(let value) = $0 { value } else { nil }
    }
  }
}
