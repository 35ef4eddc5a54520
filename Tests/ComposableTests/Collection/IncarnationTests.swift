import Composable
import Testing

@Suite("Incarnations")
struct IncarnationTests {
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
