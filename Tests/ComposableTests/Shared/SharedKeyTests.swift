import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Shared values with a key")
struct SharedKeyTests {
  private let domain = SharedDomain()
  private let medium = TestMedium()

  @Test("one key is one reference in a domain, and starts with what is saved")
  func oneReference() async throws {
    let key = WordKey(id: "word", medium: medium)
    key.disk.wrappedValue = "saved"
    let one = Shared(wrappedValue: "default", key, domain: domain)
    let other = Shared(wrappedValue: "default", key, domain: domain)
    #expect(one.wrappedValue == "saved")
    other.wrappedValue = "changed"
    #expect(one.wrappedValue == "changed")
    try await one.saved()
    #expect(key.disk.wrappedValue == "changed")
    #expect(SharedReader(wrappedValue: "default", key, domain: domain).wrappedValue == "changed")
  }

  @Test("what one action changes in one medium is saved in one transaction, whatever it is in")
  func oneTransaction() async throws {
    let gate = Gate()
    let notesKey = NoteKey(gate: gate)
    let notes = Shared<IdentifiedCollection>(notesKey, domain: domain)
    let one = Shared(wrappedValue: "", WordKey(id: "one", medium: notesKey.medium), domain: domain)
    let two = Shared(wrappedValue: "", WordKey(id: "two", medium: notesKey.medium), domain: domain)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, number in
        one.wrappedValue = "\(number)"
        notes.wrappedValue.append(SavedNote(number, "\(number)"))
        two.wrappedValue = "\(number)"
        return .none
      }
    } withDependencies: { [domain] in
      $0.sharedDomain = domain
    }
    store.send(1)
    await gate.arrival()
    store.send(2)
    store.send(3)
    await gate.open()
    try await two.saved()
    #expect(
      notesKey.medium.transactions.wrappedValue == [
        ["one = 1", "notes", "two = 1"], ["one = 3", "notes", "two = 3"],
      ])
  }

  @Test("a value that is refused keeps no other back, and says so until it is saved")
  func refusal() async throws {
    let word = Shared(wrappedValue: "", WordKey(id: "word", medium: medium), domain: domain)
    let other = Shared(wrappedValue: "", WordKey(id: "other", medium: medium), domain: domain)
    domain.withLockForTests {
      word.wrappedValue = "bad"
      other.wrappedValue = "good"
    }
    try await other.saved()
    await #expect(throws: SaveRefusal.self) { try await word.saved() }
    #expect(word.saveError is SaveRefusal)
    word.wrappedValue = "better"
    try await word.saved()
    #expect(word.saveError == nil)
    #expect(medium.transactions.wrappedValue.last == ["word = better"])
  }

  @Test("a save that fails as a whole is tried again, with the newest value")
  func failure() async throws {
    let word = Shared(wrappedValue: "", WordKey(id: "word", medium: medium), domain: domain)
    let other = Shared(wrappedValue: "", WordKey(id: "other", medium: medium), domain: domain)
    medium.failure.wrappedValue = "full"
    word.wrappedValue = "a"
    await #expect(throws: TestMedium.DiskFull.self) { try await word.saved() }
    #expect(word.saveError is TestMedium.DiskFull)
    medium.failure.wrappedValue = nil
    other.wrappedValue = "b"
    try await other.saved()
    #expect(medium.transactions.wrappedValue == [["word = a", "other = b"]])
    #expect(word.saveError == nil)
  }

  @Test("what cannot be read is not taken for absent: nothing is written over it")
  func unreadable() async throws {
    let key = WordKey(id: "word", medium: medium)
    key.disk.wrappedValue = "garbage"
    let word = Shared(wrappedValue: "default", key, domain: domain)
    #expect(word.wrappedValue == "default")
    #expect(word.saveError is WordKey.Unreadable)
    word.wrappedValue = "mine"
    await #expect(throws: WordKey.Unreadable.self) { try await word.saved() }
    #expect(key.disk.wrappedValue == "garbage")
    key.disk.wrappedValue = "mended"
    if let read = try word.readSaved() { word.absorb(read) }
    #expect(word.wrappedValue == "mended")
    word.wrappedValue = "mine"
    try await word.saved()
    #expect(key.disk.wrappedValue == "mine")
  }

  @Test("what another program saved is taken in, unless something here was changed or saved since")
  func outsideChange() async throws {
    let key = WordKey(id: "word", medium: medium)
    let word = Shared(wrappedValue: "", key, domain: domain)
    word.wrappedValue = "a"
    try await word.saved()
    key.disk.wrappedValue = "theirs"
    let read = try #require(try word.readSaved())
    #expect(word.absorb(read))
    #expect(word.wrappedValue == "theirs")

    let gate = Gate()
    medium.gate.wrappedValue = gate
    word.wrappedValue = "mine"
    // Once it is lost, nobody comes to the gate.
    try #require(!word.absorb(read))
    await gate.arrival()
    let meanwhile = try #require(try word.readSaved())
    #expect(!word.absorb(meanwhile))
    await gate.open()
    try await word.saved()
    #expect(!word.absorb(meanwhile))
    #expect(word.wrappedValue == "mine")
    #expect(key.disk.wrappedValue == "mine")
  }

  @Test("a value in memory is one for its name, and lives as long as the domain")
  func inMemory() {
    struct One { @Shared(.inMemory("filter")) var filter = "a" }
    struct Two { @Shared(.inMemory("filter")) var filter = "b" }
    withDependencies { [domain] in
      $0.sharedDomain = domain
    } operation: {
      do { One().filter = "changed" }
      #expect(Two().filter == "changed")
    }
    withDependencies {
      $0.sharedDomain = SharedDomain()
    } operation: {
      #expect(Two().filter == "b")
    }
  }

  @Test("a name that stands for a value of another type is reported, and nothing is mixed up")
  func otherType() {
    let reports = Reports()
    withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      let word = Shared(wrappedValue: "a", .inMemory("x"), domain: domain)
      let number = Shared(wrappedValue: 1, .inMemory("x"), domain: domain)
      number.wrappedValue = 2
      #expect(word.wrappedValue == "a")
    }
    #expect(
      reports.texts == [
        """
        A key of a shared value names a value of another type, so what asks here gets a value of \
        its own.

          Key: memory x
          Wanted: Int
          Known: SharedStorage<String>

        Likely causes: two features use one name for different things, or one declares another type.

        Give the keys different names, or the values one type.
        """
      ])
  }

  @Test("in a test store nothing is read or saved, and the key is a name")
  func inATestStore() async throws {
    let key = WordKey(id: "word", medium: medium)
    key.disk.wrappedValue = "saved"
    struct State: Equatable, Sendable {
      @Shared var word: String
      @Shared var same: String
      init(_ key: WordKey) {
        _word = Shared(wrappedValue: "default", key)
        _same = Shared(wrappedValue: "default", key)
      }
    }
    let store = TestStore(initialState: State(key)) {
      Reduce<State, String> { state, action in
        state.word = action
        return .none
      }
    }
    #expect(store.state.word == "default")
    store.send("b") { $0.word = "b" }
    #expect(store.state.same == "b")
    try await store.state.$word.saved()
    #expect(key.disk.wrappedValue == "saved")
    #expect(medium.transactions.wrappedValue.isEmpty)
    await store.finish()
  }
}

extension SharedDomain {
  /// Does several changes as one action of a store would.
  func withLockForTests(_ body: @escaping @Sendable () -> Void) {
    let domain = self
    Store(initialState: 0) {
      Reduce<Int, Int> { _, _ in
        body()
        return .none
      }
    } withDependencies: {
      $0.sharedDomain = domain
    }
    .send(0)
  }
}
