import Composable
import Determinism
import Testing

@Suite("Identified collection")
struct IdentifiedCollectionTests {
  @Test("behaves as an array of pairs does, whatever is done to it", arguments: 0..<20)
  func model(run: Int) {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    var collection: IdentifiedCollection<Counter.State> = []
    var model: [Counter.State] = []
    for _ in 0..<2000 {
      let id = Int.random(in: 0..<100, using: &random)
      let position = model.firstIndex { $0.id == id }
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        if position == nil {
          collection.append(Counter.State(id: id))
          model.append(Counter.State(id: id))
        }
      case 1:
        let removed = collection.remove(id: id)
        #expect(removed == position.map { model.remove(at: $0) }, "seed \(seed)")
      case 2:
        collection[id: id]?.count += 1
        if let position { model[position].count += 1 }
      case 3:
        let value = Counter.State(id: id, count: 5)
        collection.updateOrAppend(value)
        if let position { model[position] = value } else { model.append(value) }
      default:
        collection[id: id] = nil
        if let position { model.remove(at: position) }
      }
    }
    #expect(Array(collection) == model, "seed \(seed)")
    #expect(Array(collection.reversed()) == Array(model.reversed()), "seed \(seed)")
    #expect(collection.count == model.count, "seed \(seed)")
    for element in model { #expect(collection[id: element.id] == element, "seed \(seed)") }
  }

  @Test("an element that is added again under its ID is another incarnation")
  func incarnation() {
    var collection: IdentifiedCollection = [Counter.State(id: 1)]
    let first = collection.incarnation(of: 1)
    collection[id: 1]?.count += 1
    #expect(collection.incarnation(of: 1) == first)
    collection.remove(id: 1)
    #expect(collection.incarnation(of: 1) == nil)
    collection.append(Counter.State(id: 1))
    #expect(collection.incarnation(of: 1) != first)
  }
}
