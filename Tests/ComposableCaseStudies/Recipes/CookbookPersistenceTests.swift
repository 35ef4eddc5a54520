import Composable
import FoundationEssentials
import Testing

@Suite("A cookbook that is opened where it was closed")
struct CookbookPersistenceTests {
  let file = FileManager.default.temporaryDirectory.path + "/pages-\(UUID().uuidString).json"

  /// A store as a program makes it; each call is another program.
  func cookbook() -> StoreOf<CookbookFeature> {
    Store(initialState: CookbookFeature.State()) {
      CookbookFeature()
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
      $0.openPagesFile = file
    }
  }

  @Test("the next program has the same pages open, which work, and no clock runs")
  func restart() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let first = cookbook()
    first.send(.opened(link: "cookbook:///lentils/settings"))
    let recipe = first.withState { $0.path.ids[0] }
    let task = first.send(
      .path(.element(id: recipe, action: .recipe(.startButtonTapped(minutes: 5)))))
    try await first.withState(\.$path).saved()
    task.cancel()

    let second = cookbook()
    #expect(
      second.withState { Array($0.path) } == [
        .recipe(RecipeFeature.State(name: "lentils")), .settings(KitchenFeature.State()),
      ])
    #expect(second.isIdle)
    let settings = second.withState { $0.path.ids[1] }
    second.send(.path(.element(id: settings, action: .settings(.servingsChanged(8)))))
    await second.send(.path(.element(id: settings, action: .settings(.saveButtonTapped)))).finish()
    try await second.withState(\.$path).saved()
    #expect(
      cookbook().withState { Array($0.path) } == [
        .recipe(RecipeFeature.State(name: "lentils", servings: 8))
      ])
  }

  @Test("a file that makes no sense is left as it is, and nothing is open")
  func unreadable() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let text = Data(#"[{"oven": {}}]"#.utf8)
    try text.write(to: URL(filePath: file))
    let store = cookbook()
    #expect(store.withState { $0.path.isEmpty })
    store.send(.settingsButtonTapped)
    await #expect(throws: (any Error).self) { try await store.withState(\.$path).saved() }
    #expect(try Data(contentsOf: URL(filePath: file)) == text)
  }
}
