import Composable
import ComposableTesting
import Testing

@Suite("Bindings")
struct BindingTests {
  @Test("a binding action sets its property, and reducers after it see that")
  func sets() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    store.send(.set(\.copies, 3)) { $0.copies = 3 }
    store.send(.set(\.copies, -3)) { $0.copies = 1 }
    store.send(.set(\.sort, "author")) { $0.sort = "author" }
    await store.finish()
  }

  @Test("what is watched is seen to change, by a binding or otherwise")
  func watched() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    store.send(.set(\.name, "Ada")) {
      $0.name = "Ada"
      $0.isValid = true
      $0.log = [" → Ada"]
    }
    await store.receive(.checked("Ada"))
    store.send(.set(\.name, "Ada")) { $0.name = "Ada" }
    store.send(.clear) {
      $0.name = ""
      $0.isValid = false
      $0.log = [" → Ada", "Ada → "]
    }
    await store.receive(.checked(""))
    await store.finish()
  }

  @Test("actions are matched by property, equal by property and value, and say both")
  func action() {
    let action = Form.Action.set(\.name, "Ada")
    switch action {
    case .binding(\.copies): Issue.record("another property")
    case .binding(\.name): break
    default: Issue.record("no match")
    }
    #expect(action == .set(\.name, "Ada"))
    #expect(action != .set(\.name, "Bob"))
    #expect(action != .set(\.sort, "Ada"))
    #expect(action != .clear)
    #expect(action.binding?.description == #"set(\State.name, "Ada")"#)
    #expect(
      BindingAction<Form.State>.set(\.copies, 2).description == #"set(\State.copies, 2)"#)
    // A computed property has no name in its key path.
    #expect(
      BindingAction<Form.State>.set(\.sort, "a").description
        == #"set(\State.<computed (String)>, "a")"#)
    #expect(Form.Action.clear.binding == nil)
  }

  @Test("the case may have another name, or be within another case")
  func caseWithAnotherName() async {
    enum View: Equatable, Sendable { case edit(BindingAction<Form.State>) }
    enum Action: Equatable, Sendable { case view(View) }
    let path = CasePath<Action, BindingAction<Form.State>>(
      embed: { .view(.edit($0)) },
      extract: { if case .view(.edit(let action)) = $0 { action } else { nil } })
    let store = TestStore(initialState: Form.State()) {
      BindingReducer<Form.State, Action>(action: path)
    }
    store.send(.view(.edit(.set(\.name, "Ada")))) { $0.name = "Ada" }
    await store.finish()
  }

  @Test("a case with a binding of another name, or for another state, is none")
  func notTheCase() {
    enum Action: BindableAction {
      case binding(BindingAction<Form.State>)
      case other(BindingAction<Form.State>)
    }
    #expect(Action.other(.set(\.name, "Ada")).binding == nil)
    #expect(Action.binding(.set(\.name, "Ada")).binding == .set(\.name, "Ada"))
  }

  @Test("an effect may send a binding, and a test receive it")
  func received() async {
    struct Loading: Reducer {
      enum Action: BindableAction, Equatable {
        case binding(BindingAction<Form.State>)
        case load
      }
      var body: some Reducer<Form.State, Action> {
        BindingReducer()
        Reduce { _, action in
          action == .load ? .run { $0(.set(\.name, "Ada")) } : .none
        }
      }
    }
    let store = TestStore(initialState: Form.State()) { Loading() }
    store.send(.load)
    await store.receive(.set(\.name, "Ada")) { $0.name = "Ada" }
    store.send(.load)
    let value = await store.receive(.binding)
    #expect(value == .set(\.name, "Ada"))
    await store.finish()
  }
}
