import Composable
import Testing

@testable import Storage

@Suite("Shared settings of a library")
struct SettingKeyTests {
  private let library: Library

  init() throws { library = try Library() }

  private func setting(_ name: String) throws -> String? {
    try library.read { try Settings.value(name, on: $0) }
  }

  @Test("two features on one setting see each other's change, and so does the next program")
  func persists() async throws {
    let domain = SharedDomain()
    let one = Shared(
      wrappedValue: 20, .setting("page", in: library.database), domain: domain)
    let other = Shared(
      wrappedValue: 20, .setting("page", in: library.database), domain: domain)
    one.wrappedValue = 50
    #expect(other.wrappedValue == 50)
    try await other.saved()
    #expect(try setting("page") == "50")
    let later = Shared(
      wrappedValue: 20, .setting("page", in: library.database), domain: SharedDomain())
    #expect(later.wrappedValue == 50)
  }

  @Test("a setting that is no such value is named, and not written over")
  func unreadable() async throws {
    try library.write { try Settings.set("many", for: "page", on: $0) }
    let page = Shared(
      wrappedValue: 20, .setting("page", in: library.database), domain: SharedDomain())
    #expect(page.wrappedValue == 20)
    page.wrappedValue = 30
    let error = await #expect(throws: StorageError.self) { try await page.saved() }
    #expect(error?.description.contains("`many` is no Int") == true)
    #expect(try setting("page") == "many")
  }

  @Test("what a person sets in the shell is taken in")
  func fromOutside() throws {
    let page = Shared(
      wrappedValue: 20, .setting("page", in: library.database), domain: SharedDomain())
    try library.write { try Settings.set("7", for: "page", on: $0) }
    #expect(page.absorb(try #require(try page.readSaved())))
    #expect(page.wrappedValue == 7)
  }

  @Test("half an action is never seen on disk by another connection")
  func wholeActions() async throws {
    let domain = SharedDomain()
    let left = Shared(
      wrappedValue: 0, .setting("left", in: library.database), domain: domain)
    let right = Shared(
      wrappedValue: 0, .setting("right", in: library.database), domain: domain)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, number in
        left.wrappedValue = number
        right.wrappedValue = number
        return .none
      }
    } withDependencies: {
      $0.sharedDomain = domain
    }
    let other = try Database.open(at: library.database.path, access: .reading)
    defer { other.close() }
    let last = 2_000
    let seen = try await withThrowingTaskGroup(of: Set<String>.self) { group in
      group.addTask {
        for number in 1...last { store.send(number) }
        try await right.saved()
        return []
      }
      group.addTask {
        var pairs: Set<String> = []
        while !pairs.contains("\(last) \(last)") {
          let pair = try other.readAndWait { connection in
            let left = try Settings.value("left", on: connection) ?? "0"
            let right = try Settings.value("right", on: connection) ?? "0"
            return "\(left) \(right)"
          }
          pairs.insert(pair)
          // The pool has few threads, and the writer needs one.
          await Task.yield()
        }
        return pairs
      }
      return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
    }
    for pair in seen {
      let numbers = pair.split(separator: " ")
      #expect(numbers.first == numbers.last, "half an action was seen: \(pair)")
    }
  }
}
