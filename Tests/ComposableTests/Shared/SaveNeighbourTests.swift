import Composable
import Determinism
import Testing

/// Values of one medium of which one cannot be saved: what becomes of the others.
@Suite("Saving beside a value that fails", .timeLimit(.minutes(1)))
struct SaveNeighbourTests {
  /// A value whose save fails as a whole while it is "fail".
  private struct Key: SharedKey {
    struct Failed: Error {}

    let id: String
    let medium: TestMedium
    let disk = Shared<String?>(value: nil, domain: SharedDomain())

    func load() throws -> String? { nil }

    func save(_ value: String, in transaction: TestMedium.Log) throws {
      transaction.log("\(id) = \(value)")
      if value == "fail" { throw Failed() }
      disk.wrappedValue = value
    }
  }

  private let domain = SharedDomain()
  private let medium = TestMedium()
  private let one: Key
  private let other: Key
  private let first: Shared<String>
  private let second: Shared<String>

  init() {
    one = Key(id: "one", medium: medium)
    other = Key(id: "other", medium: medium)
    first = Shared(wrappedValue: "", one, domain: domain)
    second = Shared(wrappedValue: "", other, domain: domain)
  }

  @Test("what changes while another's save fails is saved by itself, without a change or a wait")
  func meanwhile() async throws {
    let gate = Gate()
    medium.gate.wrappedValue = gate
    first.wrappedValue = "fail"
    await gate.arrival()
    second.wrappedValue = "good"
    await gate.open()
    await gate.arrival(2)
    // The writer is at the second transaction; what it has finished with is told to who waits.
    await #expect(throws: Key.Failed.self) { try await first.saved() }
    #expect(other.disk.wrappedValue == "good")
    #expect(second.saveError == nil)
    #expect(first.saveError != nil)
  }

  @Test("a wait for what changed meanwhile is not told of the other's failure")
  func waiting() async throws {
    let gate = Gate()
    medium.gate.wrappedValue = gate
    first.wrappedValue = "fail"
    await gate.arrival()
    second.wrappedValue = "good"
    let wait = Task { [second] in try await second.saved() }
    await gate.open()
    try await wait.value
    #expect(other.disk.wrappedValue == "good")
  }

  @Test(
    "a disk that is full for all: what changed meanwhile has its error, and is not tried for ever")
  func full() async throws {
    let gate = Gate()
    medium.gate.wrappedValue = gate
    medium.failure.wrappedValue = "full"
    first.wrappedValue = "a"
    await gate.arrival()
    second.wrappedValue = "b"
    await gate.open()
    await #expect(throws: TestMedium.DiskFull.self) { try await second.saved() }
    #expect(first.saveError is TestMedium.DiskFull)
    #expect(second.saveError is TestMedium.DiskFull)
    medium.failure.wrappedValue = nil
    try await first.saved()
    #expect(one.disk.wrappedValue == "a" && other.disk.wrappedValue == "b")
    #expect(first.saveError == nil && second.saveError == nil)
  }

  @Test("what changes later is not held up by a value that failed before and fails again")
  func later() async throws {
    first.wrappedValue = "fail"
    await #expect(throws: Key.Failed.self) { try await first.saved() }
    second.wrappedValue = "good"
    try await second.saved()
    #expect(other.disk.wrappedValue == "good")
    #expect(first.saveError != nil)
    #expect(
      medium.transactions.wrappedValue == [
        ["one = fail"], ["one = fail"], ["other = good"],
      ])
    first.wrappedValue = "better"
    try await first.saved()
    #expect(one.disk.wrappedValue == "better" && first.saveError == nil)
  }

  @Test("what one action changes is saved together or not at all")
  func together() async throws {
    domain.withLock {
      first.wrappedValue = "fail"
      second.wrappedValue = "good"
    }
    await #expect(throws: Key.Failed.self) { try await second.saved() }
    #expect(other.disk.wrappedValue == nil)
    #expect(first.saveError != nil && second.saveError != nil)
    first.wrappedValue = "better"
    try await first.saved()
    #expect(one.disk.wrappedValue == "better" && other.disk.wrappedValue == "good")
    #expect(second.saveError == nil)
  }

  @Test("a value that was changed again while its save failed is tried with what it is now")
  func changedAgain() async throws {
    let gate = Gate()
    medium.gate.wrappedValue = gate
    first.wrappedValue = "fail"
    await gate.arrival()
    first.wrappedValue = "better"
    await gate.open()
    await gate.arrival(2)
    try await first.saved()
    #expect(one.disk.wrappedValue == "better" && first.saveError == nil)
  }
}
