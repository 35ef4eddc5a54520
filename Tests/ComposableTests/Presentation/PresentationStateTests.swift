import Composable
import FoundationEssentials
import Testing

@Suite("The state of what is presented")
struct PresentationStateTests {
  @Test("is a value: a copy does not change with it")
  func copies() {
    var stand = Stand.State(page: Page.State(number: 1))
    let copy = stand
    stand.page?.number = 2
    #expect(copy.page?.number == 1)
    #expect(stand.page?.number == 2)
    stand.page = nil
    #expect(copy.page == Page.State(number: 1))
  }

  @Test("becomes nil in place, and something in place of nil")
  func inPlace() {
    var stand = Stand.State()
    func change(_ page: inout Page.State?, to new: Page.State?) { page = new }
    change(&stand.page, to: Page.State(number: 1))
    #expect(stand.page?.number == 1)
    change(&stand.page, to: nil)
    #expect(stand == Stand.State())
  }

  @Test("a case is read, changed in place, presented and dismissed")
  func cases() {
    var stand = Stand.State()
    stand.$destination[case: .page]?.number = 1
    #expect(stand.destination == nil)
    stand.$destination[case: .page] = Page.State(number: 1)
    stand.$destination[case: .page]?.number += 1
    stand.$destination[case: .counter]?.count = 5
    stand.$destination[case: .counter] = nil
    #expect(stand.destination == .page(Page.State(number: 2)))
    #expect(stand.$destination[case: .page] == Page.State(number: 2))
    #expect(stand.$destination[case: .counter] == nil)
    func change<Value>(_ value: inout Value?, to new: Value?) { value = new }
    change(&stand.$destination[case: .counter], to: Counter.State(id: 1))
    #expect(stand.destination == .counter(Counter.State(id: 1)))
    change(&stand.$destination[case: .counter], to: nil)
    #expect(stand.destination == nil)
  }

  @Test("a child is reduced in place: nothing else holds its state meanwhile")
  func alone() {
    final class Buffer: Sendable {}
    struct Child: Reducer {
      struct State: Sendable { var buffer = Buffer() }
      enum Action: Sendable { case look }
      let wasAlone: Shared<Bool?>
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        let isAlone = isKnownUniquelyReferenced(&state.buffer)
        wasAlone.withLock { $0 = isAlone }
        return .none
      }
    }
    struct Parent: Reducer {
      struct State: Sendable { @Presents var child: Child.State? }
      typealias Action = PresentationAction<Child.Action>
      let child: Child
      var body: some Reducer<State, Action> {
        EmptyReducer().ifLet(
          state: \.$child, action: CasePath<Action, Action>(embed: { $0 }, extract: { $0 })
        ) { child }
      }
    }
    let wasAlone = Shared(value: Bool?.none, domain: SharedDomain())
    let store = Store(initialState: Parent.State(child: Child.State())) {
      Parent(child: Child(wasAlone: wasAlone))
    }
    store.send(.presented(.look))
    #expect(wasAlone.wrappedValue == true)
  }

  @Test("is saved as the state that is presented, or null; without it nothing is presented")
  func codable() throws {
    let page = Page.State(number: 1, note: Note.State(text: "a"))
    let text = try JSONEncoder().encode(page)
    #expect(try JSONDecoder().decode(Page.State.self, from: text) == page)
    let without = #"{"number": 1, "isLoading": false, "part": {"text": ""}}"#
    let with = #"{"number": 1, "isLoading": false, "part": {"text": ""}, "note": null}"#
    for text in [without, with] {
      let read = try JSONDecoder().decode(Page.State.self, from: Data(text.utf8))
      #expect(read == Page.State(number: 1))
    }
    let hostile = #"{"number": 1, "isLoading": false, "part": {"text": ""}, "note": 5}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Page.State.self, from: Data(hostile.utf8))
    }
  }
}
