import Composable
import Glibc

/// An effect that runs and sends one action back.
enum EffectBenchmark {
  static func run() async {
    let rounds = 20_000
    let store = Store(initialState: Fetching.State()) { Fetching() }
    let time = await Measure.quietest(waiting: {
      for _ in 0..<rounds { await store.send(.fetch).finish() }
    })
    let counter = PlainCounter()
    let plain = await Measure.quietest(waiting: {
      for _ in 0..<rounds { await Task { counter.increment() }.value }
    })
    Measure.report(
      "an effect that runs and sends one action back", time / rounds, aim: .microseconds(15),
      against: ("a task", plain / rounds))
  }
}

/// Fetches nothing, and counts how often.
struct Fetching: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable { case fetch, fetched }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fetch:
      return .run { $0(.fetched) }
    case .fetched:
      state.count += 1
      return .none
    }
  }
}

/// A number behind a lock.
final class PlainCounter: @unchecked Sendable {
  // Sendable: the number is read and written only under the mutex.
  private var count = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func increment() {
    pthread_mutex_lock(mutex)
    count += 1
    pthread_mutex_unlock(mutex)
  }
}
