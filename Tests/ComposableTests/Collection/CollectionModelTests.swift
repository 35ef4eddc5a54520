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

  @Test(
    "an element taken in anew is another incarnation in its place, and there is nothing to save")
  func renewal() {
    var notes: IdentifiedCollection = [SavedNote(1, "a"), SavedNote(2, "b")]
    notes.journal = ChangeJournal()
    let first = notes.incarnation(of: 1)
    let second = notes.incarnation(of: 2)
    let cursor = notes.removals.lastStamp
    notes.absorb(SavedNote(1, "A"), renewing: true)
    notes.absorb(SavedNote(2, "B"), renewing: false)
    #expect(notes.elements == [SavedNote(1, "A"), SavedNote(2, "B")])
    #expect(notes.incarnation(of: 1) != first && notes.incarnation(of: 2) == second)
    var gone: [UInt64?] = []
    #expect(notes.removals.forEach(after: cursor) { gone.append($1) })
    #expect(gone == [first])
    let wasEvicted = notes.evict(id: 1)
    #expect(wasEvicted && notes.ids == [2])
    #expect(notes.takeChanges().isEmpty)
  }

  @Test(
    "many elements keep their places, in memory that grew or was asked for", arguments: [0, 90_000])
  func large(reserved: Int) {
    var collection = IdentifiedCollection<SavedNote>()
    collection.reserveCapacity(reserved)
    for id in 0..<90_000 { collection.append(SavedNote(id, "")) }
    collection.reverse()
    collection.removeAll { $0.id % 3 != 0 }
    #expect(collection.ids == (0..<30_000).map { 89_997 - 3 * $0 })
    #expect((0..<90_000).allSatisfy { (collection[id: $0] != nil) == ($0 % 3 == 0) })
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
