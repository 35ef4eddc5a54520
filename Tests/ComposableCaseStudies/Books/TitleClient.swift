import Composable

/// Knows the titles of books.
struct TitleClient: Sendable {
  var title: @Sendable (_ id: BookFeature.State.ID) async throws -> String

  struct NotFound: Error, CustomStringConvertible {
    let id: Int
    var description: String { "There is no book \(id)." }
  }
}

extension TitleClient: DependencyKey {
  /// Knows a few; another program would ask a server.
  static let liveValue = Self { id in
    let titles = [1: "The Left Hand of Darkness", 2: "The Dispossessed"]
    guard let title = titles[id] else { throw NotFound(id: id) }
    return title
  }

  static let testValue = Self(title: unimplemented("TitleClient.title"))
}

extension DependencyValues {
  var titles: TitleClient {
    get { self[TitleClient.self] }
    set { self[TitleClient.self] = newValue }
  }
}
