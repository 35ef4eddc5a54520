import Composable
import Determinism
import Testing

@Suite("Reading and changing that overlap")
struct SharedOverlapTests {
  private let domain = SharedDomain()

  private func both(_ one: SavedNote, _ other: SavedNote) -> [Int] { [one.id, other.id] }

  @Test("an element is read while it is read")
  func elementReadTwice() throws {
    let notes = Shared<IdentifiedCollection>(value: [SavedNote(1, "a")], domain: domain)
    let note = try #require(notes[id: 1])
    let text = note.read { outer in note.read { inner in outer.record.text + inner.record.text } }
    #expect(text == "aa")
    #expect(both(note.wrappedValue, note.wrappedValue) == [1, 1])
  }

  @Test("the value of an optional is read while it is read")
  func optionalReadTwice() throws {
    let whole = Shared<SavedNote?>(value: SavedNote(1, "a"), domain: domain)
    let note = try #require(Shared(whole))
    let text = note.read { outer in note.read { inner in outer.record.text + inner.record.text } }
    #expect(text == "aa")
  }

  @Test("an element that is removed while it is changed does not come back")
  func removedWhileChanged() throws {
    let reports = Reports()
    try withDependencies {
      $0.issueReporter = reports.reporter
    } operation: {
      let notes = Shared<IdentifiedCollection>(value: [SavedNote(1, "a")], domain: domain)
      let note = try #require(notes[id: 1])
      note.withLock {
        $0.record.text = "b"
        notes.withLock { _ = $0.remove(id: 1) }
      }
      #expect(notes.wrappedValue.isEmpty)
      #expect(reports.texts.count == 1)
    }
  }

  @Test("what is sent while a store is read has its turn after the reading")
  func sendWhileReading() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    } withDependencies: { [domain] in
      $0.sharedDomain = domain
    }
    let read = store.withState { state in
      store.send(1)
      return state
    }
    #expect(read == 0)
    #expect(store.withState { $0 } == 1)
  }

  private struct Calling: Reducer {
    let kept: Shared<Send<String>?>
    let gate: Gate

    struct State: Sendable {
      var notes: IdentifiedCollection<SavedNote> = []
      var log: [String] = []
    }

    var body: some Reducer<State, String> {
      Reduce<State, String> { state, action in
        state.log.append(action)
        switch action {
        case "listen":
          return .run { [kept, gate] send in
            kept.withLock { $0 = send }
            await gate.wait()
          }
        case "call":
          _ = kept.wrappedValue?("event")
          state.log.append("called")
        default: break
        }
        return .none
      }
      .forEach(state: \.notes, action: CasePath(embed: { _ in "" }, extract: { _ in nil })) {
        EmptyReducer<SavedNote, Never>()
      }
    }
  }

  @Test("an effect's send that a reducer calls is queued")
  func sendFromReducer() async {
    let kept = Shared<Send<String>?>(value: nil, domain: SharedDomain())
    let gate = Gate()
    let store = Store(initialState: Calling.State()) { Calling(kept: kept, gate: gate) }
    let task = store.send("listen")
    await gate.arrival()
    store.send("call")
    #expect(store.withState { $0.log } == ["listen", "call", "called", "event"])
    await gate.open()
    await task.finish()
  }
}
