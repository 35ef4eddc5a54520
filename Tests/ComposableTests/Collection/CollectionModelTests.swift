import Determinism
import Testing

@testable import Composable

@Suite("Identified collection, against a model")
struct CollectionModelTests {
  @Test("is what a plain array says, whatever is done to it", arguments: 0..<12)
  func model(run: Int) {
    let seed = UInt64.random(in: .min ... .max)
    var actions = CollectionActions(seed: seed)
    for round in 0..<150 {
      for _ in 0..<Int.random(in: 1..<40, using: &actions.random) { actions.act() }
      actions.model.check("seed \(seed), round \(round)")
    }
  }

  @Test("a copy stays as it was, whatever is done to the other")
  func copies() {
    let seed = UInt64.random(in: .min ... .max)
    var actions = CollectionActions(seed: seed)
    var copies: [(IdentifiedCollection<SavedNote>, [SavedNote])] = []
    for _ in 0..<60 {
      for _ in 0..<30 { actions.act() }
      copies.append((actions.model.collection, actions.model.visible))
    }
    for (copy, notes) in copies {
      #expect(Array(copy) == notes, "seed \(seed)")
      #expect(notes.allSatisfy { copy[id: $0.id] == $0 }, "seed \(seed)")
      #expect(copy == IdentifiedCollection(notes), "seed \(seed)")
    }
  }

  @Test("a reader that missed more removals than are remembered is told to look for itself")
  func ring() {
    var numbers = IdentifiedCollection((0..<1000).map { SavedNote($0, "") })
    let cursor = numbers.removals.lastStamp
    numbers.remove(ids: 0..<256)
    var told: [Int] = []
    #expect(numbers.removals.forEach(after: cursor) { id, _ in told.append(id) })
    #expect(told == Array(0..<256))
    numbers.remove(id: 256)
    #expect(!numbers.removals.forEach(after: cursor) { _, _ in })
  }

  @Test("IDs of which the hashes are alike are told apart, and stay found when others go")
  func collisions() {
    struct Alike: Identifiable, Equatable {
      struct ID: Hashable, Sendable {
        let number: Int
        func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
      }
      let id: ID
    }
    let all = (0..<200).map { Alike(id: Alike.ID(number: $0)) }
    var collection = IdentifiedCollection(all)
    for element in all where element.id.number % 2 == 0 { collection.remove(id: element.id) }
    for element in all {
      #expect(collection[id: element.id] == (element.id.number % 2 == 0 ? nil : element))
    }
  }
}
