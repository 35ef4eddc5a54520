import Composable
import FoundationEssentials

/// A list of people, of whom one may be looked at, or a new one be added.
struct ContactsFeature: Reducer {
  struct State: Equatable {
    var contacts: IdentifiedCollection<Contact> = []
    @Presents var destination: Destination.State?
  }

  enum Action: Equatable {
    case addButtonTapped
    case contactTapped(Contact.ID)
    case destination(PresentationAction<Destination.Action>)
  }

  /// What is presented over the list: one thing at a time, so one enum.
  struct Destination: Reducer {
    enum State: Equatable {
      case add(EditContactFeature.State)
      case detail(ContactDetailFeature.State)
    }

    enum Action: Equatable {
      case add(EditContactFeature.Action)
      case detail(ContactDetailFeature.Action)
    }

    var body: some Reducer<State, Action> {
      Scope(state: .add, action: .add) { EditContactFeature() }
      Scope(state: .detail, action: .detail) { ContactDetailFeature() }
    }
  }

  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(EditContactFeature.State(contact: Contact(id: uuid(), name: "")))
        return .none

      case .contactTapped(let id):
        guard let contact = state.contacts[id: id] else { return .none }
        state.destination = .detail(ContactDetailFeature.State(contact: contact))
        return .none

      case .destination(.presented(.add(.saved(let contact)))),
        .destination(.presented(.detail(.edit(.presented(.saved(let contact)))))):
        state.contacts.updateOrAppend(contact)
        return .none

      case .destination(.presented(.detail(.deleteButtonTapped))):
        guard let detail = state.$destination[case: .detail] else { return .none }
        state.contacts.remove(id: detail.contact.id)
        state.destination = nil
        return .none

      case .destination:
        return .none
      }
    }
    .ifLet(state: \.$destination, action: .destination) { Destination() }
  }
}

struct Contact: Equatable, Identifiable, Sendable {
  let id: UUID
  var name: String
}

extension CasePath
where
  Root == ContactsFeature.Action, Value == PresentationAction<ContactsFeature.Destination.Action>
{
  static var destination: Self {
    Self(embed: Root.destination) { if case .destination(let action) = $0 { action } else { nil } }
  }
}

extension CasePath
where Root == ContactsFeature.Destination.State, Value == EditContactFeature.State {
  static var add: Self {
    Self(embed: Root.add) { if case .add(let state) = $0 { state } else { nil } }
  }
}

extension CasePath
where Root == ContactsFeature.Destination.State, Value == ContactDetailFeature.State {
  static var detail: Self {
    Self(embed: Root.detail) { if case .detail(let state) = $0 { state } else { nil } }
  }
}

extension CasePath
where Root == ContactsFeature.Destination.Action, Value == EditContactFeature.Action {
  static var add: Self {
    Self(embed: Root.add) { if case .add(let action) = $0 { action } else { nil } }
  }
}

extension CasePath
where Root == ContactsFeature.Destination.Action, Value == ContactDetailFeature.Action {
  static var detail: Self {
    Self(embed: Root.detail) { if case .detail(let action) = $0 { action } else { nil } }
  }
}
