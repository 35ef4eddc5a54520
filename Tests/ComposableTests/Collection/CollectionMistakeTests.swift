import Testing

@testable import Composable

@Suite("Mistakes with an identified collection are reported in full")
struct CollectionMistakeTests {
  private func reports(
    of body: (inout IdentifiedCollection<Counter.State>) -> Void,
    leave expected: () -> [Counter.State]
  ) -> [String] {
    let reports = Reports()
    var counters: IdentifiedCollection = [Counter.State(id: 1), Counter.State(id: 2)]
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      body(&counters)
    }
    #expect(Array(counters) == expected())
    return reports.texts
  }

  @Test("an element that is given a taken ID in place")
  func takenID() {
    let texts = reports {
      $0[id: 1] = Counter.State(id: 2, count: 9)
    } leave: {
      [Counter.State(id: 2)]
    }
    #expect(
      texts == [
        """
        An element of an identified collection was given an ID that is taken, and went.

          ID: 2
          It was: 1
          Element: State

        Likely causes: a change in place set the ID, or put another element in its place.

        Leave an element's ID as it is; to replace another element, remove this one and use \
        updateOrAppend(_:).
        """
      ])
  }

  @Test("an element that is replaced while its reducer has it", arguments: 0..<3)
  func lentElement(way: Int) {
    let texts = reports {
      let lent = $0.lend(id: 1)
      let other = Counter.State(id: 1, count: 9)
      switch way {
      case 0: $0.updateOrAppend(other)
      case 1: $0.update(other)
      default: $0[id: 1] = other
      }
      #expect($0.count == 1)
      if let lent { $0.giveBack(lent.element) }
    } leave: {
      [Counter.State(id: 1), Counter.State(id: 2)]
    }
    #expect(
      texts == [
        """
        An element of an identified collection was replaced while its own reducer runs; what the \
        reducer makes of it stays.

          ID: 1
          Element: State

        Likely causes: a child reducer, or an observer that it calls, changes the child by way of \
        the shared collection.

        Change the child's state in its reducer; the collection belongs to the parent's reducer.
        """
      ])
  }

  @Test("a move from or to where no element is", arguments: [([2], 0), ([0], 3), ([0, -1], 0)])
  func wrongMove(offsets: [Int], destination: Int) {
    let texts = reports {
      $0.move(fromOffsets: offsets, toOffset: destination)
    } leave: {
      [Counter.State(id: 1), Counter.State(id: 2)]
    }
    let wrong = offsets.first { !(0..<2).contains($0) } ?? destination
    #expect(
      texts == [
        """
        An offset is not one of an identified collection; nothing is moved.

          Offset: \(wrong)
          Elements: 2
          Element: State

        Likely causes: elements were removed since the offset was taken, or it belongs to another \
        collection, such as a filtered one.

        Take the offset from the collection as it is, or name elements by their IDs.
        """
      ])
  }

  @Test("an insertion where no element can be goes to the nearest place", arguments: [-1, 3])
  func wrongInsertion(offset: Int) {
    let new = Counter.State(id: 3)
    let texts = reports {
      $0.insert(new, at: offset)
    } leave: {
      let old = [Counter.State(id: 1), Counter.State(id: 2)]
      return offset < 0 ? [new] + old : old + [new]
    }
    #expect(
      texts == [
        """
        An offset is not one of an identified collection; the element is inserted at the nearest one.

          Offset: \(offset)
          Elements: 2
          Element: State

        Likely causes: elements were removed since the offset was taken, or it belongs to another \
        collection, such as a filtered one.

        Take the offset from the collection as it is, or name elements by their IDs.
        """
      ])
  }

  @Test("an insertion under an ID that is taken changes nothing")
  func takenInsertion() {
    let texts = reports {
      let wasInserted = $0.insert(Counter.State(id: 2, count: 9), at: 0)
      #expect(!wasInserted)
    } leave: {
      [Counter.State(id: 1), Counter.State(id: 2)]
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("An element with an ID that is taken was appended") == true)
  }

  @Test("an action for an element while its reducer has it leaves it where it is")
  func lentElementReduced() {
    let reducer = ElementReducer<Counter.State, Counter.Action, Never?>(
      compiled: Counter().compiled(), scope: ScopeID(), embed: { _, _ in nil },
      place: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    let texts = reports {
      let lent = $0.lend(id: 1)
      _ = reducer.reduce(id: 1, action: .increment, in: &$0)
      if let lent { $0.giveBack(lent.element) }
    } leave: {
      [Counter.State(id: 1), Counter.State(id: 2)]
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("A forEach was sent an action for an element") == true)
  }
}
