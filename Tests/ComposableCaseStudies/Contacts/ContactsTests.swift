import Composable
import ComposableTesting
import FoundationEssentials
import Testing

@Suite("A list, and what is presented over it")
struct ContactsTests {
  static let ann = Contact(id: UUID(100), name: "Ann")
  static let ben = Contact(id: UUID(101), name: "Ben")

  let written = AsyncStream<String>.makeStream()

  func contacts(
    _ state: @autoclosure () -> ContactsFeature.State = .init(contacts: [ann, ben])
  ) -> TestStoreOf<ContactsFeature> {
    TestStore(initialState: state()) {
      ContactsFeature()
    } withDependencies: { [written = written.stream] in
      $0.uuid = .incrementing
      $0.messages.from = { _ in written }
    }
  }

  @Test("a contact is added, once it has a name")
  func adds() async {
    let store = contacts()
    store.send(.addButtonTapped) {
      $0.destination = .add(EditContactFeature.State(contact: Contact(id: UUID(0), name: "")))
    }
    store.send(.destination(.presented(.add(.saveButtonTapped))))
    store.send(.destination(.presented(.add(.nameChanged("Cem"))))) {
      $0.$destination[case: .add]?.contact.name = "Cem"
    }
    store.send(.destination(.presented(.add(.saveButtonTapped))))
    let cem = Contact(id: UUID(0), name: "Cem")
    await store.receive(.destination(.presented(.add(.saved(cem))))) { $0.contacts.append(cem) }
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
    await store.finish()
  }

  @Test("nothing is added when one changes one's mind")
  func cancels() async {
    let store = contacts()
    store.send(.addButtonTapped) {
      $0.destination = .add(EditContactFeature.State(contact: Contact(id: UUID(0), name: "")))
    }
    store.send(.destination(.presented(.add(.cancelButtonTapped))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
    await store.finish()
  }

  @Test("a contact is looked at, edited over that, and closed")
  func edits() async {
    let store = contacts()
    store.send(.contactTapped(Self.ann.id)) {
      $0.destination = .detail(ContactDetailFeature.State(contact: Self.ann))
    }
    store.send(.destination(.presented(.detail(.editButtonTapped)))) {
      $0.$destination[case: .detail]?.edit = EditContactFeature.State(contact: Self.ann)
    }
    store.send(.destination(.presented(.detail(.edit(.presented(.nameChanged("Anna"))))))) {
      $0.$destination[case: .detail]?.edit?.contact.name = "Anna"
    }
    store.send(.destination(.presented(.detail(.edit(.presented(.saveButtonTapped))))))
    let anna = Contact(id: Self.ann.id, name: "Anna")
    await store.receive(.destination(.presented(.detail(.edit(.presented(.saved(anna))))))) {
      $0.$destination[case: .detail]?.contact = anna
      $0.contacts[id: anna.id] = anna
    }
    await store.receive(.destination(.presented(.detail(.edit(.dismiss))))) {
      $0.$destination[case: .detail]?.edit = nil
    }
    store.send(.destination(.presented(.detail(.closeButtonTapped))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
    await store.finish()
  }

  @Test("what a contact writes is shown while one looks, and another contact does not get it")
  func messages() async {
    let store = contacts()
    store.send(.contactTapped(Self.ann.id)) {
      $0.destination = .detail(ContactDetailFeature.State(contact: Self.ann))
    }
    store.send(.destination(.presented(.detail(.appeared))))
    written.continuation.yield("Hello")
    await store.receive(.destination(.presented(.detail(.lastMessage("Hello"))))) {
      $0.$destination[case: .detail]?.lastMessage = "Hello"
    }
    store.send(.contactTapped(Self.ben.id)) {
      $0.destination = .detail(ContactDetailFeature.State(contact: Self.ben))
    }
    written.continuation.yield("Are you there?")
    await store.finish()
  }

  @Test("a contact that is deleted goes, with what is shown of it")
  func deletes() async {
    let store = contacts()
    store.send(.contactTapped(Self.ann.id)) {
      $0.destination = .detail(ContactDetailFeature.State(contact: Self.ann))
    }
    store.send(.destination(.presented(.detail(.appeared))))
    store.send(.destination(.presented(.detail(.deleteButtonTapped)))) {
      $0.contacts = [Self.ben]
      $0.destination = nil
    }
    await store.finish()
  }

  @Test("the detail by itself asks to be dismissed, whoever presents it")
  func detailAlone() async {
    let wasDismissed = Shared(value: false, domain: SharedDomain())
    let store = TestStore(initialState: ContactDetailFeature.State(contact: Self.ann)) {
      ContactDetailFeature()
    } withDependencies: {
      $0.dismiss = DismissEffect { wasDismissed.withLock { $0 = true } }
    }
    store.send(.closeButtonTapped)
    await store.finish()
    #expect(wasDismissed.wrappedValue)
  }
}
