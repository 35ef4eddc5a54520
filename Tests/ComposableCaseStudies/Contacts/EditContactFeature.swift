import Composable

/// Names one of the people. It knows nothing of who presents it: it says what was saved, and goes.
struct EditContactFeature: Reducer {
  struct State: Equatable {
    var contact: Contact
  }

  enum Action: Equatable {
    case nameChanged(String)
    case saveButtonTapped
    case saved(Contact)
    case cancelButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.contact.name = name
        return .none

      case .saveButtonTapped:
        if state.contact.name.isEmpty { return .none }
        return .run { [contact = state.contact] send in
          send(.saved(contact))
          dismiss()
        }

      case .saved:
        return .none

      case .cancelButtonTapped:
        return .run { _ in dismiss() }
      }
    }
  }
}
