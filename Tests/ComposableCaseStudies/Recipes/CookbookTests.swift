import Composable
import ComposableTesting
import Testing

@Suite("A cookbook, page upon page")
struct CookbookTests {
  let clock = TestClock()

  func cookbook() -> TestStoreOf<CookbookFeature> {
    TestStore(initialState: CookbookFeature.State()) {
      CookbookFeature()
    } withDependencies: { [clock] in
      $0.continuousClock = clock
    }
  }

  @Test("a recipe is opened, settings on top of it, and what is saved there holds below")
  func pages() async {
    let store = cookbook()
    store.send(.recipeTapped("bread")) {
      $0.path.append(.recipe(RecipeFeature.State(name: "bread")))
    }
    store.send(.path(.element(id: 0, action: .recipe(.settingsButtonTapped)))) {
      $0.path.append(.settings(KitchenFeature.State()))
    }
    store.send(.path(.element(id: 1, action: .settings(.servingsChanged(6))))) {
      $0.path[id: 1, case: .settings]?.servings = 6
    }
    store.send(.path(.element(id: 1, action: .settings(.saveButtonTapped))))
    await store.receive(.path(.element(id: 1, action: .settings(.saved(servings: 6))))) {
      $0.path[id: 0, case: .recipe]?.servings = 6
    }
    await store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    store.send(.path(.element(id: 0, action: .recipe(.doneButtonTapped))))
    await store.receive(.path(.popFrom(id: 0))) { $0.path.removeAll() }
    await store.finish()
  }

  @Test("a clock runs while its recipe is open, also below another page, and ends with it")
  func clocks() async {
    let store = cookbook()
    store.send(.recipeTapped("bread")) {
      $0.path.append(.recipe(RecipeFeature.State(name: "bread")))
    }
    store.send(.path(.element(id: 0, action: .recipe(.startButtonTapped(minutes: 40))))) {
      $0.path[id: 0, case: .recipe]?.minutesLeft = 40
    }
    store.send(.settingsButtonTapped) { $0.path.append(.settings(KitchenFeature.State())) }
    await clock.advance(by: .seconds(60))
    await store.receive(.path(.element(id: 0, action: .recipe(.minutePassed)))) {
      $0.path[id: 0, case: .recipe]?.minutesLeft = 39
    }
    store.send(.homeButtonTapped) { $0.path.removeAll() }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }

  @Test("a link opens its pages, in the place of what is open")
  func links() async {
    let store = cookbook()
    store.send(.recipeTapped("bread")) {
      $0.path.append(.recipe(RecipeFeature.State(name: "bread")))
    }
    store.send(.path(.element(id: 0, action: .recipe(.startButtonTapped(minutes: 40))))) {
      $0.path[id: 0, case: .recipe]?.minutesLeft = 40
    }
    store.send(.opened(link: "cookbook:///bread/settings")) {
      $0.path = [
        .recipe(RecipeFeature.State(name: "bread")), .settings(KitchenFeature.State()),
      ]
    }
    await clock.advance(by: .seconds(60))
    store.send(.opened(link: "cookbook:///")) { $0.path = [] }
    await store.finish()
  }

  @Test(
    "a link that leads nowhere changes nothing that is open",
    arguments: [
      "cookbook:///cake", "https://example.com/bread", "", "cookbook:///bread/../lentils",
    ])
  func wrongLinks(link: String) async {
    let store = cookbook()
    store.send(.settingsButtonTapped) { $0.path.append(.settings(KitchenFeature.State())) }
    store.send(.opened(link: link)) { $0.message = "There is no page \(link)." }
    await store.finish()
  }
}
