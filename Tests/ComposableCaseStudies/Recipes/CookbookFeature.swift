import Composable
import FoundationEssentials

/// A cookbook: its recipes, what is open on top of them, and where one was when the program ended.
struct CookbookFeature: Reducer {
  struct State: Equatable {
    var recipes = ["bread", "lentils", "pancakes"]
    /// What is open, from the list on. It is data: it can be set, and is saved.
    @Shared(.openPages) var path = StackState<Page.State>()
    var message: String?
  }

  enum Action: Equatable {
    case recipeTapped(String)
    case settingsButtonTapped
    case homeButtonTapped
    /// Somebody follows a link to a page.
    case opened(link: String)
    case path(StackAction<Page.State, Page.Action>)
  }

  /// A page that may be open.
  struct Page: Reducer {
    enum State: Equatable, Codable, Sendable {
      case recipe(RecipeFeature.State)
      case settings(KitchenFeature.State)
    }

    enum Action: Equatable {
      case recipe(RecipeFeature.Action)
      case settings(KitchenFeature.Action)
    }

    var body: some Reducer<State, Action> {
      Scope(state: .recipe, action: .recipe) { RecipeFeature() }
      Scope(state: .settings, action: .settings) { KitchenFeature() }
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .recipeTapped(let name):
        state.path.append(.recipe(RecipeFeature.State(name: name)))
        return .none

      case .settingsButtonTapped:
        state.path.append(.settings(KitchenFeature.State()))
        return .none

      case .homeButtonTapped:
        state.path.removeAll()
        return .none

      case .opened(let link):
        guard let pages = Page.State.pages(of: link, among: state.recipes) else {
          state.message = "There is no page \(link)."
          return .none
        }
        state.message = nil
        state.path = StackState(pages)
        return .none

      case .path(.element(let id, .settings(.saved(let servings)))):
        // The recipe from which one came.
        guard let below = state.path.ids.prefix(while: { $0 != id }).last else { return .none }
        state.path[id: below, case: .recipe]?.servings = servings
        return .none

      case .path(.element(_, .recipe(.settingsButtonTapped))):
        state.path.append(.settings(KitchenFeature.State()))
        return .none

      case .path:
        return .none
      }
    }
    .forEach(state: \.$path, action: .path) { Page() }
  }
}

extension CookbookFeature.Page.State {
  /// The pages that a link leads through: `cookbook:///bread/settings`.
  /// - Returns: nil when it leads nowhere.
  static func pages(of link: String, among recipes: [String]) -> [Self]? {
    guard let url = URL(string: link), url.scheme == "cookbook" else { return nil }
    var pages: [Self] = []
    for name in url.path().split(separator: "/").map(String.init) {
      if name == "settings" {
        pages.append(.settings(KitchenFeature.State()))
      } else if recipes.contains(name) {
        pages.append(.recipe(RecipeFeature.State(name: name)))
      } else {
        return nil
      }
    }
    return pages
  }
}

extension SharedKey where Self == FileStorageKey<StackState<CookbookFeature.Page.State>> {
  /// What is open, in a file.
  static var openPages: Self { .fileStorage(DependencyValues.current.openPagesFile) }
}

extension DependencyValues {
  /// The file with what is open; in tests it is only a name.
  var openPagesFile: String {
    get { self[OpenPagesFile.self] }
    set { self[OpenPagesFile.self] = newValue }
  }

  private enum OpenPagesFile: DependencyKey {
    static let liveValue = "open-pages.json"
    static let testValue = "open-pages.json"
  }
}

extension CasePath
where
  Root == CookbookFeature.Action,
  Value == StackAction<CookbookFeature.Page.State, CookbookFeature.Page.Action>
{
  static var path: Self {
    Self(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == CookbookFeature.Page.State, Value == RecipeFeature.State {
  static var recipe: Self {
    Self(embed: Root.recipe) { if case .recipe(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == CookbookFeature.Page.State, Value == KitchenFeature.State {
  static var settings: Self {
    Self(embed: Root.settings) { if case .settings(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == CookbookFeature.Page.Action, Value == RecipeFeature.Action {
  static var recipe: Self {
    Self(embed: Root.recipe) { if case .recipe(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == CookbookFeature.Page.Action, Value == KitchenFeature.Action {
  static var settings: Self {
    Self(embed: Root.settings) { if case .settings(let action) = $0 { action } else { nil } }
  }
}
