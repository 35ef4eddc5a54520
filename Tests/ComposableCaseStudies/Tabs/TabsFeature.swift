import Composable

/// Two counters, of which one is shown.
struct TabsFeature: Reducer {
  enum Tab { case first, second }

  struct State: Equatable {
    var first = CounterFeature.State()
    var second = CounterFeature.State()
    var tab = Tab.first

    var sum: Int { first.count + second.count }
  }

  enum Action: Equatable {
    case first(CounterFeature.Action)
    case second(CounterFeature.Action)
    case select(Tab)
  }

  var body: some Reducer<State, Action> {
    CombineReducers {
      Scope(state: \.first, action: .first) { CounterFeature() }
      Scope(state: \.second, action: .second) { CounterFeature() }
      Reduce { state, action in
        switch action {
        case .first, .second:
          return .none

        case .select(let tab):
          state.tab = tab
          return .none
        }
      }
    }
    // Neither counter knows of the other, nor of tabs.
    .onChange(of: \.sum) { oldSum, sum in
      Reduce { state, _ in
        if oldSum < 10 && sum >= 10 { state.tab = state.tab == .first ? .second : .first }
        return .none
      }
    }
  }
}

extension CasePath where Root == TabsFeature.Action, Value == CounterFeature.Action {
  static var first: Self {
    Self(embed: Root.first) { if case .first(let action) = $0 { action } else { nil } }
  }

  static var second: Self {
    Self(embed: Root.second) { if case .second(let action) = $0 { action } else { nil } }
  }
}
