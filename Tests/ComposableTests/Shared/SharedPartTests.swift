import Composable
import ComposableTesting
import Testing

@Suite("References to parts of a shared value")
struct SharedPartTests {
  struct Settings: Equatable, Sendable {
    var sort = "title"
    var page = Page()
    var name: String?
    var count: Int { sort.count }

    struct Page: Equatable, Sendable {
      var size = 20
    }
  }

  @Test("a property of a property is read and changed in place")
  func property() {
    let settings = Shared(value: Settings(), domain: SharedDomain())
    let size = settings.page.size
    size.wrappedValue += 5
    size.withLock { $0 += 1 }
    #expect(settings.wrappedValue.page.size == 26)
    settings.wrappedValue.page.size = 50
    #expect(size.wrappedValue == 50)
    #expect(settings.count.wrappedValue == 5)
    #expect(SharedReader(settings).page.size.wrappedValue == 50)
  }

  @Test("references to one place are equal, and those to others by their values")
  func equality() {
    let settings = Shared(value: Settings(), domain: SharedDomain())
    let other = Shared(value: Settings(sort: "year"), domain: SharedDomain())
    #expect(settings.sort == settings.sort)
    #expect(settings.sort != other.sort)
    #expect(settings.page.size == other.page.size)
  }

  @Test("a reference to an element is of that element, and not of one added again under its ID")
  func element() {
    let reports = Reports()
    let counters = Shared<IdentifiedCollection>(
      value: [Counter.State(id: 1), Counter.State(id: 2)], domain: SharedDomain())
    #expect(counters[id: 3] == nil)
    guard let one = counters[id: 1] else {
      Issue.record("There is no reference to an element that is there.")
      return
    }
    one.count.wrappedValue = 7
    #expect(counters.wrappedValue[id: 1]?.count == 7)
    counters.withLock {
      $0.remove(id: 1)
      $0.append(Counter.State(id: 1))
    }
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      one.wrappedValue.count = 8
    }
    #expect(one.wrappedValue.count == 7)
    #expect(counters.wrappedValue[id: 1]?.count == 0)
    #expect(
      reports.texts == [
        """
        A shared element was changed after its removal, and the change was dropped.

          ID: 1
          Element: State

        Likely causes: a reference to the element was kept when the element was removed, or the \
        element is with its own reducer for the moment.

        Let the reference go with the element, or change the element through its collection while \
        it is there.
        """
      ])
  }

  @Test("a reference to the value of an optional keeps what it read last when the value is gone")
  func optional() {
    let reports = Reports()
    let settings = Shared(value: Settings(), domain: SharedDomain())
    #expect(Shared(settings.name) == nil)
    settings.wrappedValue.name = "Ann"
    guard let name = Shared(settings.name) else {
      Issue.record("There is no reference to a value that is there.")
      return
    }
    name.withLock { $0 += "a" }
    #expect(settings.wrappedValue.name == "Anna")
    settings.wrappedValue.name = nil
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      name.wrappedValue = "Bob"
    }
    #expect(settings.wrappedValue.name == nil)
    #expect(
      reports.texts == [
        """
        A shared value was changed when there was none any more, and the change was dropped.

          Value: String

        Likely causes: a reference to the value of an optional was kept when the optional became nil.

        Let the reference go with the value, or change the optional itself.
        """
      ])
  }

  @Test("a part that a feature changes is asserted as any shared value, and saved with its whole")
  func inATest() async {
    struct Sorting: Reducer {
      struct State: Equatable, Sendable {
        @Shared var sort: String
        init(sort: Shared<String>) { _sort = sort }
      }
      func reduce(into state: inout State, action: String) -> Effect<String> {
        state.sort = action
        return .none
      }
    }
    let reports = Reports()
    let store = TestStore(
      initialState: Sorting.State(sort: Shared(value: Settings()).sort)
    ) {
      Sorting()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send("year") { $0.sort = "year" }
    #expect(reports.texts.isEmpty)
    store.send("author")
    #expect(reports.texts.count == 1)
    await store.finish()
  }

  @Test("a change of an element through its reference is saved as that element's")
  func savedElement() async throws {
    let key = NoteKey()
    let notes = Shared<IdentifiedCollection>(key, domain: SharedDomain())
    notes.absorb(SavedNote(1, "a"))
    notes.absorb(SavedNote(2, "b"))
    let mark = notes.mark()
    notes[id: 2]?.record.text.wrappedValue = "B"
    _ = try await notes.saved(since: mark)
    #expect(key.transactions.wrappedValue == [["2: b > B"]])
  }

  @Test("a forEach may run over a part of a shared value")
  func forEachOverAPart() async {
    struct House: Sendable, Equatable { var counters: IdentifiedCollection<Counter.State> = [] }
    struct State: Sendable {
      @Shared var counters: IdentifiedCollection<Counter.State>
      init(_ counters: Shared<IdentifiedCollection<Counter.State>>) { _counters = counters }
    }
    let domain = SharedDomain()
    let house = Shared(value: House(counters: [Counter.State(id: 1)]), domain: domain)
    let store = Store(initialState: State(house.counters)) {
      EmptyReducer<State, Counters.Action>()
        .forEach(state: \.$counters, action: .counters) { Counter() }
    } withDependencies: {
      $0.sharedDomain = domain
      $0.loadNumber = { $0 * 10 }
    }
    await store.send(.counters(.element(id: 1, action: .load))).finish()
    #expect(house.wrappedValue.counters[id: 1]?.loaded == 10)
    #expect(store.isIdle)
  }
}
