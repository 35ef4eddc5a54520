import Composable

/// A repository that was found.
struct Repository: Equatable, Sendable {
  var name: String
}

/// Finds repositories.
struct RepositoryClient: Sendable {
  var search: @Sendable (_ query: String) async throws -> [Repository]

  struct Unreachable: Error, CustomStringConvertible {
    var description: String { "The server cannot be reached." }
  }
}

extension RepositoryClient: DependencyKey {
  /// Looks through a few; another program would ask a server.
  static let liveValue = Self { query in
    ["swift", "swift-algorithms", "sqlite"]
      .filter { $0.contains(query) }
      .map(Repository.init)
  }

  static let testValue = Self(search: unimplemented("RepositoryClient.search"))
}

extension DependencyValues {
  var repositories: RepositoryClient {
    get { self[RepositoryClient.self] }
    set { self[RepositoryClient.self] = newValue }
  }
}
