import Composable
import FoundationEssentials
import Testing

@Suite("A setting that persists")
struct SettingsPersistenceTests {
  let file = FileManager.default.temporaryDirectory.path + "/settings-\(UUID().uuidString).json"

  /// A store as a program makes it.
  /// - Parameter domain: stands for the program.
  func store(in domain: SharedDomain) -> StoreOf<ReaderFeature> {
    Store(initialState: ReaderFeature.State()) {
      ReaderFeature()
    } withDependencies: {
      $0.sharedDomain = domain
      $0.settingsFile = file
    }
  }

  @Test("two stores of one program have one setting")
  func oneProgram() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let domain = SharedDomain()
    let one = store(in: domain)
    let other = store(in: domain)
    var sorts = other.observe(\.list.settings.sort).makeAsyncIterator()
    #expect(await sorts.next() == .title)
    one.send(.sorting(.select(.author)))
    #expect(await sorts.next() == .author)
    try await one.withState(\.list.$settings).saved()
  }

  @Test("the next program finds the setting, and not what was only in memory")
  func nextProgram() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let first = store(in: SharedDomain())
    first.send(.sorting(.select(.author)))
    first.send(.filter("mm"))
    try await first.withState(\.list.$settings).saved()

    let second = store(in: SharedDomain())
    #expect(second.withState(\.sorting.sort) == .author)
    #expect(second.withState(\.list.settings) == Settings(sort: .author))
    #expect(second.withState(\.list.filter) == "")
  }

  @Test("what another program saves meanwhile is taken in when one looks for it")
  func otherProgram() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let mine = store(in: SharedDomain())
    let other = store(in: SharedDomain())
    other.send(.sorting(.select(.author)))
    try await other.withState(\.list.$settings).saved()
    #expect(mine.withState(\.sorting.sort) == .title)
    await mine.send(.list(.lookForChanges)).finish()
    #expect(mine.withState(\.sorting.sort) == .author)
    try Data("{".utf8).write(to: URL(filePath: file))
    await mine.send(.list(.lookForChanges)).finish()
    #expect(mine.withState(\.sorting.sort) == .author)
    #expect(mine.withState(\.list.error)?.hasPrefix("\(file) cannot be read") == true)
  }
}
