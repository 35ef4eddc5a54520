import Composable

/// Removes children one by one, in an order that has nothing to do with where they are.
enum RemovalBenchmark {
  private static let count = 100_000

  static func run() {
    let ids = (0..<count).shuffled().map(ChildID.init)
    let rounds = 3
    var collection = Duration.seconds(1000)
    var action = collection
    var byHand = collection
    for _ in 0..<rounds {
      var children = Child.collection(count: count)
      collection = min(
        collection, Measure.quietest(of: 1) { for id in ids { children.remove(id: id) } })
      let store = Store(
        initialState: Parent.State(children: Child.collection(count: count))
      ) {
        Parent()
      }
      action = min(action, Measure.quietest(of: 1) { for id in ids { store.send(.remove(id)) } })
      var dictionary = Dictionary(
        uniqueKeysWithValues: ids.map { ($0, Child.State(id: $0)) })
      byHand = min(byHand, Measure.quietest(of: 1) { for id in ids { dictionary[id] = nil } })
      use(dictionary)
    }
    Measure.report(
      "a removal from among \(count), by the collection", collection / count,
      aim: .microseconds(10), against: ("an unordered dictionary", byHand / count))
    Measure.report(
      "a removal from among \(count), by an action", action / count, aim: .microseconds(10))
  }
}
