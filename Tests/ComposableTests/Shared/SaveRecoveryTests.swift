import Composable
import Determinism
import Testing

@Suite("What was not saved, and need not be any more")
struct SaveRecoveryTests {
  private let domain = SharedDomain()
  private let medium = TestMedium()

  @Test("a value that was refused, and changed back, has no error")
  func refusedAndChangedBack() async throws {
    let key = WordKey(id: "word", medium: medium)
    key.disk.wrappedValue = "good"
    let word = Shared(wrappedValue: "", key, domain: domain)
    word.wrappedValue = "bad"
    await #expect(throws: SaveRefusal.self) { try await word.saved() }
    word.wrappedValue = "good"
    try await word.saved()
    #expect(word.saveError == nil)
  }

  @Test("a value whose save failed, and which is changed back, has no error")
  func failedAndChangedBack() async throws {
    let key = WordKey(id: "word", medium: medium)
    key.disk.wrappedValue = "good"
    let word = Shared(wrappedValue: "", key, domain: domain)
    medium.failure.wrappedValue = "full"
    word.wrappedValue = "better"
    await #expect(throws: TestMedium.DiskFull.self) { try await word.saved() }
    word.wrappedValue = "good"
    try await word.saved()
    #expect(word.saveError == nil)
  }

  @Test("a collection whose save failed, and which is changed back, has no error")
  func collectionChangedBack() async throws {
    let key = NoteKey()
    let notes = Shared<IdentifiedCollection>(key, domain: domain)
    notes.absorb(SavedNote(1, "a"))
    key.failure.wrappedValue = "full"
    let mark = notes.mark()
    notes.wrappedValue[id: 1]?.record.text = "b"
    await #expect(throws: TestMedium.DiskFull.self) { try await notes.saved(since: mark) }
    notes.wrappedValue[id: 1]?.record.text = "a"
    _ = try await notes.saved(since: mark)
    #expect(notes.saveError == nil)
  }

  @Test("an element whose first save is under way goes with the collection that is replaced")
  func replacedDuringFirstSave() async throws {
    let gate = Gate()
    let key = NoteKey(gate: gate)
    let notes = Shared<IdentifiedCollection>(key, domain: domain)
    let mark = notes.mark()
    notes.wrappedValue.append(SavedNote(1, "a"))
    await gate.arrival()
    notes.withLock { $0 = [SavedNote(2, "b")] }
    await gate.open()
    _ = try await notes.saved(since: mark)
    #expect(key.disk.wrappedValue == [2: "b"])
  }
}
