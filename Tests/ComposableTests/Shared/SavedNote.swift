import Composable
import Determinism

/// An element for tests of which the text is saved, and whether it is open is not.
struct SavedNote: PersistentElement, Equatable {
  struct Record: Equatable, Sendable {
    var id: Int
    var text: String
  }

  enum Verdict: SaveVerdict, Equatable {
    case saved
    case refused(String)
    var isRefusal: Bool { self != .saved }
  }

  var record: Record
  var isOpen = false
  var permit: Int?

  var id: Int { record.id }

  init(record: Record) { self.record = record }

  init(_ id: Int, _ text: String) { record = Record(id: id, text: text) }
}

/// A place where notes are saved, for tests: it keeps what it is given, and can be held, refuse or
/// fail.
struct NoteKey: SharedCollectionKey {
  let id = "notes"
  let medium = TestMedium()
  let disk = Shared(value: [Int: String](), domain: SharedDomain())
  let transactions = Shared(value: [[String]](), domain: SharedDomain())
  let permits = Shared(value: [Int?](), domain: SharedDomain())

  typealias DiskFull = TestMedium.DiskFull

  init(gate: Gate? = nil) { medium.gate.wrappedValue = gate }

  var gate: Gate? { medium.gate.wrappedValue }

  var failure: Shared<String?> { medium.failure }

  func save(
    _ changes: [RecordChange<SavedNote>], in transaction: TestMedium.Log
  ) throws -> [SavedNote.Verdict] {
    transactions.withLock { transactions in
      transactions.append(
        changes.map { change in
          let old = change.isOldKnown ? change.old?.text ?? "-" : "?"
          return "\(change.id): \(old) > \(change.new?.text ?? "-")"
        })
    }
    transaction.log("notes")
    permits.withLock { $0 += changes.map(\.permit) }
    return changes.map { change in
      if change.new?.text == "bad" { return .refused("bad text") }
      disk.withLock { $0[change.id] = change.new?.text }
      return .saved
    }
  }
}

/// A medium for tests, which can be held or fail, and tells which values were saved together.
struct TestMedium: SaveMedium {
  struct DiskFull: Error {}

  /// What was saved in one transaction.
  struct Log {
    let log: (String) -> Void
  }

  let id = "test medium"
  let gate = Shared<Gate?>(value: nil, domain: SharedDomain())
  let failure = Shared<String?>(value: nil, domain: SharedDomain())
  let transactions = Shared(value: [[String]](), domain: SharedDomain())

  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (Log) throws -> Result
  ) async throws -> Result {
    await gate.wrappedValue?.wait()
    if failure.wrappedValue != nil { throw DiskFull() }
    transactions.withLock { $0.append([]) }
    return try body(
      Log { [transactions] text in
        transactions.withLock { $0[$0.count - 1].append(text) }
      })
  }
}

/// A whole value in a test medium.
struct WordKey: SharedKey {
  let id: String
  let medium: TestMedium
  let disk = Shared<String?>(value: nil, domain: SharedDomain())

  struct Unreadable: Error {}
  struct Bad: Error {}

  func load() throws -> String? {
    if disk.wrappedValue == "garbage" { throw Unreadable() }
    return disk.wrappedValue
  }

  func save(_ value: String, in transaction: TestMedium.Log) throws {
    if value == "bad" { throw SaveRefusal(Bad()) }
    transaction.log("\(id) = \(value)")
    disk.wrappedValue = value
  }
}
