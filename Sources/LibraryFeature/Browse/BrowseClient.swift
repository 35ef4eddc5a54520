public import Catalogue
public import Composable

/// What browsing asks of the library, beside what `LibraryClient` answers.
public struct BrowseClient: Sendable {
  /// What was taken back.
  public struct Undone: Hashable, Sendable {
    /// What had been done, in words.
    public var name: String
    /// How many books are as they were.
    public var books: Int
    /// How many are left as they are, since they were changed later.
    public var left: Int

    public init(name: String, books: Int, left: Int = 0) {
      self.name = name
      self.books = books
      self.left = left
    }
  }

  /// Why a text is no value of a field; the sentence goes on from the text: `is not a number`.
  public struct Unreadable: Error, Hashable, Sendable {
    public let reason: String

    public init(reason: String) { self.reason = reason }
  }

  /// A part of the list; it ends early when its task is cancelled.
  public var page: @Sendable (_ request: PageRequest) async throws -> LoadedPage
  /// How many books an account has.
  public var count: @Sendable (_ account: Account) async throws -> Int
  /// Every account, by name.
  public var accounts: @Sendable () async throws -> [Account]
  /// Takes back what was done last to the books of an account.
  public var undo: @Sendable (_ account: Account) async throws -> Undone
  /// Puts a value into a field as a person types it. Called in a turn: it waits for nothing.
  public var read:
    @Sendable (_ text: String, _ column: BookField, _ details: inout BookDetails)
      throws(Unreadable) -> Void

  public init(
    page: @escaping @Sendable (_ request: PageRequest) async throws -> LoadedPage,
    count: @escaping @Sendable (_ account: Account) async throws -> Int,
    accounts: @escaping @Sendable () async throws -> [Account],
    undo: @escaping @Sendable (_ account: Account) async throws -> Undone,
    read:
      @escaping @Sendable (_ text: String, _ column: BookField, _ details: inout BookDetails)
      throws(Unreadable) -> Void
  ) {
    self.page = page
    self.count = count
    self.accounts = accounts
    self.undo = undo
    self.read = read
  }
}

extension BrowseClient: TestDependencyKey {
  /// Knows no library: each question is an error that says so.
  public static var testValue: BrowseClient {
    BrowseClient(
      page: { _ in throw NoLibrary(question: "page") },
      count: { _ in throw NoLibrary(question: "count") },
      accounts: { throw NoLibrary(question: "accounts") },
      undo: { _ in throw NoLibrary(question: "undo") },
      read: { _, _, _ throws(Unreadable) in
        throw Unreadable(reason: "\(NoLibrary(question: "read"))")
      })
  }
}

extension DependencyValues {
  /// What browsing asks of the library.
  public var browse: BrowseClient {
    get { self[BrowseClient.self] }
    set { self[BrowseClient.self] = newValue }
  }
}
