public import Catalogue
public import Composable
public import Storage

/// What the features ask of the database, beside their shared values.
public struct LibraryClient: Sendable {
  /// The account with a name; nil: the current one.
  public var account: @Sendable (_ name: String?) async throws -> Account
  /// The epoch that an account is in; nil: it was deleted.
  public var epoch: @Sendable (_ account: AccountID) async throws -> Epoch?
  /// Makes an account current, which ends the epoch of the one that is left.
  public var use: @Sendable (_ name: String) async throws -> Account
  /// The books with these numbers that are there, in the account.
  public var load:
    @Sendable (_ numbers: [BookNumber], _ account: Account) async throws -> LoadedBooks
  /// What has changed of the books since a position, by whomever; see `changes(since:every:clock:)`.
  public var look: @Sendable (_ position: BookNews.Position?) async throws -> BookNews
  /// Issues tickets for books.
  public var claim: @Sendable (_ request: ClaimRequest) async throws -> Claim
  /// Issues a ticket for one book, which supersedes another one of this run, or says why not.
  public var claimBook:
    @Sendable (_ number: BookNumber, _ account: Account) async throws -> BookClaim
  /// Gives tickets back; those that no longer stood are returned, with the reason.
  public var giveBack: @Sendable (_ tickets: [Ticket]) async throws -> [Ticket: Refusal]
  /// Says that tickets are still worked on, which hold so many milliseconds from now; those that no
  /// longer stand are returned, with the reason.
  public var renew:
    @Sendable (_ tickets: [Ticket], _ lease: Int64) async throws -> [Ticket: Refusal]
  /// How many books a claim is for, were it not limited.
  public var due: @Sendable (_ request: ClaimRequest) async throws -> DueBooks

  public init(
    account: @escaping @Sendable (_ name: String?) async throws -> Account,
    epoch: @escaping @Sendable (_ account: AccountID) async throws -> Epoch?,
    use: @escaping @Sendable (_ name: String) async throws -> Account,
    load:
      @escaping @Sendable (_ numbers: [BookNumber], _ account: Account) async throws -> LoadedBooks,
    look: @escaping @Sendable (_ position: BookNews.Position?) async throws -> BookNews,
    claim: @escaping @Sendable (_ request: ClaimRequest) async throws -> Claim,
    claimBook:
      @escaping @Sendable (_ number: BookNumber, _ account: Account) async throws -> BookClaim,
    giveBack: @escaping @Sendable (_ tickets: [Ticket]) async throws -> [Ticket: Refusal],
    renew:
      @escaping @Sendable (_ tickets: [Ticket], _ lease: Int64) async throws -> [Ticket: Refusal],
    due: @escaping @Sendable (_ request: ClaimRequest) async throws -> DueBooks
  ) {
    self.account = account
    self.epoch = epoch
    self.use = use
    self.load = load
    self.look = look
    self.claim = claim
    self.claimBook = claimBook
    self.giveBack = giveBack
    self.renew = renew
    self.due = due
  }
}

extension LibraryClient: TestDependencyKey {
  /// Knows no library: each question is an error that says so.
  public static var testValue: LibraryClient {
    @Sendable func unknown(_ question: String) -> NoLibrary { NoLibrary(question: question) }
    return LibraryClient(
      account: { _ in throw unknown("account") }, epoch: { _ in throw unknown("epoch") },
      use: { _ in throw unknown("use") },
      load: { _, _ in throw unknown("load") }, look: { _ in throw unknown("look") },
      claim: { _ in throw unknown("claim") },
      claimBook: { _, _ in throw unknown("claimBook") },
      giveBack: { _ in throw unknown("giveBack") }, renew: { _, _ in throw unknown("renew") },
      due: { _ in throw unknown("due") })
  }
}

/// A feature asked for a library, and none was given to its store.
public struct NoLibrary: Error, CustomStringConvertible {
  let question: String

  public var description: String {
    "No library was given to the store: set its dependency `library` (\(question) was asked)."
  }
}

extension DependencyValues {
  /// What the features ask of the database.
  public var library: LibraryClient {
    get { self[LibraryClient.self] }
    set { self[LibraryClient.self] = newValue }
  }
}
