import Composable

/// A feature for tests whose effects the test writes: each action may start one.
struct Steps: Reducer {
  struct State: Equatable, Sendable {
    var log: [String] = []
    var count = 0
  }

  enum Action: Sendable, Equatable {
    case start(String)
    case did(String)
    case number(Int)
    case stop
  }

  enum CancelID: Hashable { case work }

  var work: @Sendable (String, Send<Action>) async throws -> Void = { _, _ in }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let name):
      return .run { [work] send in try await work(name, send) }.cancellable(id: CancelID.work)
    case .did(let name):
      state.log.append(name)
      return .none
    case .number(let number):
      state.count += number
      state.log.append("\(number)")
      return .none
    case .stop:
      return .cancel(id: CancelID.work)
    }
  }
}

extension CasePath where Root == Steps.Action, Value == String {
  static var did: Self {
    Self(embed: Root.did) { if case .did(let name) = $0 { name } else { nil } }
  }
}

extension CasePath where Root == Steps.Action, Value == Int {
  static var number: Self {
    Self(embed: Root.number) { if case .number(let number) = $0 { number } else { nil } }
  }
}
