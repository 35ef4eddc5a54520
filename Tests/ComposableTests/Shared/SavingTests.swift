import Composable
import Determinism
import Testing

@Suite("Saving a shared collection")
struct SavingTests {
  typealias Notes = Shared<IdentifiedCollection<SavedNote>>

  @Test("what changes is saved: removals first, then in the order of the first change")
  func order() async throws {
    let key = NoteKey(gate: Gate())
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a"), SavedNote(2, "b"), SavedNote(3, "c")] { notes.absorb(note) }
    let mark = notes.mark()
    notes.withLock {
      $0[id: 3]?.record.text = "C"
      $0.append(SavedNote(4, "d"))
      $0[id: 1]?.record.text = "A"
      $0[id: 3]?.record.text = "CC"
      $0.remove(id: 2)
    }
    await key.gate?.open()
    let outcome = try await notes.saved(since: mark)
    #expect(key.transactions.wrappedValue == [["2: b > -", "3: c > CC", "4: - > d", "1: a > A"]])
    #expect(key.disk.wrappedValue == [1: "A", 3: "CC", 4: "d"])
    #expect(outcome.isSaved)
    #expect(outcome.decisions.map(\.change.id) == [2, 3, 4, 1])
  }

  @Test("what changes while a save runs is the next one, folded together")
  func groupCommit() async throws {
    let gate = Gate()
    let key = NoteKey(gate: gate)
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a")] { notes.absorb(note) }
    let mark = notes.mark()
    notes.wrappedValue[id: 1]?.record.text = "b"
    await gate.arrival()
    for text in ["c", "d", "e"] { notes.wrappedValue[id: 1]?.record.text = text }
    await gate.open()
    _ = try await notes.saved(since: mark)
    #expect(key.transactions.wrappedValue == [["1: a > b"], ["1: b > e"]])
  }

  @Test("a mark of one element collects what becomes of that element, and of no other")
  func markOfOne() async throws {
    let key = NoteKey()
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a"), SavedNote(2, "b")] { notes.absorb(note) }
    let one = notes.mark(of: 1)
    let two = notes.mark(of: 2)
    let all = notes.mark()
    notes.withLock {
      $0[id: 1]?.record.text = "A"
      $0[id: 2]?.record.text = "bad"
    }
    #expect(try await notes.saved(since: one).decisions.map(\.change.id) == [1])
    #expect(try await notes.saved(since: two).refused.map(\.change.id) == [2])
    #expect(try await notes.saved(since: all).decisions.map(\.change.id) == [1, 2])
    notes.wrappedValue[id: 1]?.record.text = "AA"
    #expect(try await notes.saved(since: one).decisions.map(\.change.new?.text) == ["A", "AA"])
  }

  @Test("changing what is not saved writes nothing, and neither does changing back")
  func unsavedFields() async throws {
    let key = NoteKey()
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a")] { notes.absorb(note) }
    let mark = notes.mark()
    notes.wrappedValue[id: 1]?.isOpen = true
    notes.withLock {
      $0[id: 1]?.record.text = "b"
      $0[id: 1]?.record.text = "a"
    }
    let outcome = try await notes.saved(since: mark)
    #expect(outcome.decisions.isEmpty)
    #expect(key.transactions.wrappedValue.isEmpty)
  }

  @Test("a row that is refused comes back with its record, and the others are saved")
  func refusal() async throws {
    let key = NoteKey()
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a"), SavedNote(2, "b")] { notes.absorb(note) }
    let mark = notes.mark()
    notes.withLock {
      $0[id: 1]?.record.text = "bad"
      $0[id: 2]?.record.text = "good"
    }
    let outcome = try await notes.saved(since: mark)
    #expect(!outcome.isSaved)
    #expect(outcome.refused.map(\.change.old?.text) == ["a"])
    #expect(outcome.refused.map(\.verdict) == [.refused("bad text")])
    #expect(key.disk.wrappedValue == [2: "good"])
  }

  @Test(
    "a save that fails as a whole keeps the changes, newer over older, and says so until one succeeds"
  )
  func failure() async throws {
    let key = NoteKey()
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a"), SavedNote(2, "x")] { notes.absorb(note) }
    key.failure.wrappedValue = "full"
    let mark = notes.mark()
    notes.wrappedValue[id: 1]?.record.text = "b"
    await #expect(throws: NoteKey.DiskFull.self) { try await notes.saved(since: mark) }
    #expect(notes.saveError is NoteKey.DiskFull)
    #expect(!notes.absorb(SavedNote(1, "theirs")))
    #expect(!notes.evict(id: 1))
    #expect(notes.wrappedValue[id: 1]?.record.text == "b")
    notes.wrappedValue[id: 1]?.record.text = "c"
    await #expect(throws: NoteKey.DiskFull.self) { try await notes.saved(since: mark) }
    key.failure.wrappedValue = nil
    notes.wrappedValue[id: 2]?.record.text = "y"
    _ = try await notes.saved(since: mark)
    #expect(notes.saveError == nil)
    #expect(key.transactions.wrappedValue == [["1: a > c", "2: x > y"]])
  }

  @Test("a whole new collection is saved as what differs")
  func assignment() async throws {
    let key = NoteKey()
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a"), SavedNote(2, "b"), SavedNote(3, "c")] { notes.absorb(note) }
    let mark = notes.mark()
    notes.wrappedValue = [SavedNote(1, "a"), SavedNote(3, "C"), SavedNote(4, "d")]
    _ = try await notes.saved(since: mark)
    #expect(key.transactions.wrappedValue == [["2: b > -", "3: c > C", "4: - > d"]])
    notes.wrappedValue[id: 4]?.record.text = "D"
    _ = try await notes.saved(since: mark)
    #expect(key.disk.wrappedValue == [3: "C", 4: "D"])
  }

  @Test(
    "a whole new collection put in place through an inout reference is saved over what is there")
  func inoutAssignment() async throws {
    let key = NoteKey()
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a"), SavedNote(2, "b"), SavedNote(3, "c")] { notes.absorb(note) }
    let mark = notes.mark()
    notes.withLock {
      $0.append(SavedNote(9, "never saved"))
      $0 = [SavedNote(1, "a"), SavedNote(3, "C"), SavedNote(4, "d")]
    }
    _ = try await notes.saved(since: mark)
    #expect(key.transactions.wrappedValue == [["2: ? > -", "1: ? > a", "3: ? > C", "4: - > d"]])
    notes.withLock { $0[id: 4]?.record.text = "D" }
    _ = try await notes.saved(since: mark)
    #expect(key.disk.wrappedValue == [1: "a", 3: "C", 4: "D"])
    #expect(key.transactions.wrappedValue.last == ["4: d > D"])
  }

  @Test("a copy that was changed and put back is saved with what the original did meanwhile")
  func changedCopy() async throws {
    let key = NoteKey()
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a"), SavedNote(2, "b")] { notes.absorb(note) }
    let mark = notes.mark()
    var copy = notes.wrappedValue
    copy[id: 1]?.record.text = "A"
    notes.wrappedValue[id: 2]?.record.text = "B"
    _ = try await notes.saved(since: mark)
    notes.wrappedValue = copy
    _ = try await notes.saved(since: mark)
    #expect(key.disk.wrappedValue == [1: "A", 2: "b"])
  }

  @Test("an element with unsaved changes is neither overwritten from outside nor let go")
  func unsavedChangesStay() async throws {
    let gate = Gate()
    let key = NoteKey(gate: gate)
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a"), SavedNote(2, "b")] { notes.absorb(note) }
    notes.withLock {
      $0[id: 1]?.record.text = "mine"
    }
    await gate.arrival()
    notes.wrappedValue[id: 1]?.record.text = "mine too"
    for note in [SavedNote(1, "theirs"), SavedNote(2, "theirs")] { notes.absorb(note) }
    #expect(notes.wrappedValue.map(\.record.text) == ["mine too", "theirs"])
    #expect(!notes.evict(id: 1))
    #expect(notes.evict(id: 2))
    await gate.open()
    _ = try await notes.saved(since: notes.mark())
    #expect(key.disk.wrappedValue == [1: "mine too"])
  }

  @Test("an element whose save is not decided yet is neither overwritten from outside nor let go")
  func undecidedChangesStay() async throws {
    let gate = Gate()
    let key = NoteKey(gate: gate)
    let notes = Notes(key, domain: SharedDomain())
    for note in [SavedNote(1, "a")] { notes.absorb(note) }
    notes.wrappedValue[id: 1]?.record.text = "mine"
    await gate.arrival()
    for note in [SavedNote(1, "theirs")] { notes.absorb(note) }
    #expect(!notes.evict(id: 1))
    #expect(notes.wrappedValue.map(\.record.text) == ["mine"])
    await gate.open()
    _ = try await notes.saved(since: notes.mark())
    #expect(notes.evict(id: 1))
    #expect(key.disk.wrappedValue == [1: "mine"])
  }

  @Test("a permit goes with the change that it was given for, and with no later one")
  func permits() async throws {
    let gate = Gate()
    let key = NoteKey(gate: gate)
    let notes = Notes(key, domain: SharedDomain())
    notes.absorb(SavedNote(1, "a"))
    let mark = notes.mark()
    notes.withLock {
      $0[id: 1]?.record.text = "b"
      $0[id: 1]?.permit = 7
    }
    await gate.arrival()
    notes.wrappedValue[id: 1]?.record.text = "c"
    await gate.open()
    _ = try await notes.saved(since: mark)
    #expect(key.transactions.wrappedValue == [["1: a > b"], ["1: b > c"]])
    #expect(key.permits.wrappedValue == [7, nil])
  }

  @Test("nobody sees half an action, neither a reader nor the writer")
  func wholeActions() async throws {
    let domain = SharedDomain()
    let key = NoteKey()
    let notes = Notes(key, domain: domain)
    for note in [SavedNote(1, "0"), SavedNote(2, "0")] { notes.absorb(note) }
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, number in
        notes.wrappedValue[id: 1]?.record.text = "\(number)"
        notes.wrappedValue[id: 2]?.record.text = "\(number)"
        return .none
      }
    } withDependencies: {
      $0.sharedDomain = domain
    }
    let halves = await withTaskGroup(of: Int.self) { group in
      group.addTask {
        for number in 1...20_000 { store.send(number) }
        return 0
      }
      group.addTask {
        var halves = 0
        for _ in 1...20_000 {
          let texts = notes.read { notes in notes.map(\.record.text) }
          if texts[0] != texts[1] { halves += 1 }
        }
        return halves
      }
      return await group.reduce(0, +)
    }
    #expect(halves == 0)
    _ = try await notes.saved(since: notes.mark())
    for transaction in key.transactions.wrappedValue {
      #expect(transaction.count == 2)
      #expect(Set(transaction.map { $0.split(separator: ">").last }).count == 1)
    }
    #expect(key.disk.wrappedValue == [1: "20000", 2: "20000"])
  }
}
