import Composable
import Testing

@Suite("Mistakes are reported in full")
struct MisuseTests {
  @Test("an action for an element that is not there")
  func missingElement() {
    let reports = Reports()
    let store = Store(initialState: Counters.State()) { Counters() }
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      _ = store.send(.counters(.element(id: 7, action: .increment)))
    }
    #expect(
      reports.texts == [
        """
        A forEach was sent an action for an element that is not there, and ignored it.

          ID: 7
          Action: increment
          Element: State

        Likely causes: the parent removed the element before its action was reduced, or someone \
        kept the ID of an element that has been removed, or the ID was never in the collection.

        Check that the element is there before sending to it, and remove an element only after its \
        last action. What an element's own effects send after its removal is not meant here: that \
        is dropped in silence.
        """
      ])
    #expect(store.withState { $0.counters.isEmpty })
  }

  @Test("an ID that is taken")
  func duplicateID() {
    let reports = Reports()
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      var counters: IdentifiedCollection = [Counter.State(id: 1)]
      let wasAppended = counters.append(Counter.State(id: 1, count: 5))
      #expect(!wasAppended)
      #expect(counters[id: 1]?.count == 0)
    }
    #expect(
      reports.texts == [
        """
        An element with an ID that is taken was appended to an identified collection, and ignored.

          ID: 1
          Element: State

        Likely causes: the element was added twice, or two elements were given one ID.

        Use updateOrAppend(_:) to replace the element, or give the new one an ID of its own.
        """
      ])
  }

  @Test("a dependency without a value for tests")
  func missingDependency() {
    let reports = Reports()
    let store = Store(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Counters()
    } withDependencies: {
      $0.context = .test
      $0.issueReporter = reports.reporter
    }
    store.send(.counters(.element(id: 1, action: .load)))
    #expect(
      reports.texts == [
        """
        A dependency without a value for tests was used in a test.

          Key: LoadNumber

        Likely causes: the test reaches code that it did not mean to reach, or it gives no value.

        Give a value with withDependencies, or give the key a testValue.
        """
      ])
  }

  @Test("a child that reads the collection it is in")
  func childReadsItsCollection() {
    struct Nosy: Reducer {
      let siblings: Shared<IdentifiedCollection<Counter.State>>
      func reduce(into state: inout Counter.State, action: Counter.Action) -> Effect<Counter.Action>
      {
        state.count = siblings.wrappedValue.count
        return .none
      }
    }
    struct House: Sendable {
      @Shared var counters: IdentifiedCollection<Counter.State>
      init(counters: Shared<IdentifiedCollection<Counter.State>>) { _counters = counters }
    }
    enum HouseAction: Sendable { case counters(IdentifiedAction<Int, Counter.Action>) }
    let reports = Reports()
    let domain = SharedDomain()
    let counters = Shared<IdentifiedCollection>(value: [Counter.State(id: 1)], domain: domain)
    let store = Store(initialState: House(counters: counters)) {
      EmptyReducer<House, HouseAction>()
        .forEach(
          state: \.$counters,
          action: CasePath(embed: HouseAction.counters) {
            if case .counters(let action) = $0 { action } else { nil }
          }
        ) { Nosy(siblings: counters) }
    } withDependencies: {
      $0.sharedDomain = domain
    }
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      _ = store.send(.counters(.element(id: 1, action: .increment)))
    }
    #expect(
      reports.texts == [
        """
        A child reducer read the collection that it is an element of, while it runs.

          Value: IdentifiedCollection<State>

        Likely causes: the child looks for its siblings, or an observer reads the collection in the \
        middle of an action.

        What a child needs of its siblings comes to it in its action or in its state; what concerns \
        several elements belongs in the parent's reducer.
        """
      ])
    #expect(counters.wrappedValue[id: 1]?.count == 0)
  }
}
