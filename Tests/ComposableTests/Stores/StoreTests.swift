import Composable
import Testing

@Suite("Stores")
struct StoreTests {
  @Test("who observes gets the newest value last, and the end when the store is gone")
  func observation() async {
    var store: Store<Int, Int>? = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        return .none
      }
    }
    guard let values = store?.observe({ $0 }) else { return }
    for number in 1...100 { store?.send(number) }
    store = nil
    var last: Int?
    for await value in values { last = value }
    #expect(last == 100)
  }
}
