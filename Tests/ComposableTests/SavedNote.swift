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

/// A store of notes for tests: it keeps what it is given, and can be held, refuse or fail.
struct NoteKey: SharedCollectionKey {
  let id = "notes"
  let disk = Shared(value: [Int: String](), domain: SharedDomain())
  let transactions = Shared(value: [[String]](), domain: SharedDomain())
  let permits = Shared(value: [Int?](), domain: SharedDomain())
  let failure = Shared<String?>(value: nil, domain: SharedDomain())
  var gate: Gate?

  struct DiskFull: Error {}

  func save(_ changes: [RecordChange<SavedNote>]) async throws -> [SavedNote.Verdict] {
    await gate?.wait()
    if failure.wrappedValue != nil { throw DiskFull() }
    transactions.withLock { transactions in
      transactions.append(
        changes.map { "\($0.id): \($0.old?.text ?? "-") > \($0.new?.text ?? "-")" })
    }
    permits.withLock { $0 += changes.map(\.permit) }
    return changes.map { change in
      if change.new?.text == "bad" { return .refused("bad text") }
      disk.withLock { $0[change.id] = change.new?.text }
      return .saved
    }
  }
}
