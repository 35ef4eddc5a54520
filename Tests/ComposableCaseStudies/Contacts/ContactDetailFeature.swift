import Composable

/// One of the people, with the last thing that they wrote.
struct ContactDetailFeature: Reducer {
  struct State: Equatable {
    var contact: Contact
    var lastMessage: String?
    @Presents var edit: EditContactFeature.State?
  }

  enum Action: Equatable {
    case appeared
    case lastMessage(String)
    case editButtonTapped
    case edit(PresentationAction<EditContactFeature.Action>)
    case deleteButtonTapped
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.messages) var messages

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [id = state.contact.id] send in
          for await message in messages.from(id) { send(.lastMessage(message)) }
        }

      case .lastMessage(let message):
        state.lastMessage = message
        return .none

      case .editButtonTapped:
        state.edit = EditContactFeature.State(contact: state.contact)
        return .none

      case .edit(.presented(.saved(let contact))):
        state.contact = contact
        return .none

      case .edit, .deleteButtonTapped:
        return .none

      case .closeButtonTapped:
        return .run { _ in dismiss() }
      }
    }
    .ifLet(state: \.$edit, action: .edit) { EditContactFeature() }
  }
}

/// Knows what people write.
struct MessageClient: Sendable {
  /// What one of them writes, from the last message on.
  var from: @Sendable (Contact.ID) -> AsyncStream<String>
}

extension MessageClient: DependencyKey {
  /// Nobody writes; another program would ask a server.
  static let liveValue = Self { _ in AsyncStream { $0.finish() } }
  static let testValue = Self(
    from: unimplemented("MessageClient.from", placeholder: AsyncStream { $0.finish() }))
}

extension DependencyValues {
  var messages: MessageClient {
    get { self[MessageClient.self] }
    set { self[MessageClient.self] = newValue }
  }
}

extension CasePath
where
  Root == ContactDetailFeature.Action, Value == PresentationAction<EditContactFeature.Action>
{
  static var edit: Self {
    Self(embed: Root.edit) { if case .edit(let action) = $0 { action } else { nil } }
  }
}
