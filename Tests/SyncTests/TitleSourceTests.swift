import Catalogue
import Testing

@testable import Sync

@Suite("A title source")
struct TitleSourceTests {
  private static func account(of kind: Account.Source, endpoint: String? = nil) -> Account {
    Account(
      id: AccountID(rawValue: 1), name: "mine", source: kind, endpoint: endpoint,
      epoch: Epoch(rawValue: 1), isCurrent: true)
  }

  @Test("answers each request, in order")
  func records() async throws {
    let kings = TitleRecord(isbn: try isbn("9780765326355"), details: BookDetails())
    let source = TitleSource.records([kings])
    let outcomes = await source.fetch(
      try requests("9780306406157", "9780765326355", "9780306406157"))
    #expect(outcomes == [.notFound, .found(kings), .notFound])
    #expect(await source.fetch([]).isEmpty)
  }

  @Test("whose answer has another length is not trusted")
  func wrongLength() async throws {
    let limits = TitleSource.Limits(idsPerRequest: 5, requestsAtOnce: 1, requestsPerSecond: 1)
    let source = TitleSource(limits: limits) { _ in [.notFound] }
    let outcomes = await source.fetch(try requests("9780306406157", "9780765326355"))
    #expect(outcomes.count == 2)
    #expect(outcomes.allSatisfy { $0.unreadableReason?.contains("1 of 2") == true })
  }

  @Test("of an account that lacks something says what is missing")
  func unconfigured() async throws {
    for (kind, word) in [(Account.Source.file, "--endpoint PATH"), (.http, "--endpoint URL")] {
      let account = Self.account(of: kind)
      let outcomes = await TitleSource.live(for: account).fetch(try requests("9780306406157"))
      let reason = try #require(outcomes.first?.unconfiguredReason)
      #expect(reason.contains("mine"))
      #expect(reason.contains(word))
    }
  }

  @Test("of an account with a title file reads that file")
  func file() async throws {
    let file = try TemporaryFile("{\"isbn\": \"9780306406157\", \"title\": \"T\"}")
    let account = Self.account(of: .file, endpoint: file.path)
    let outcomes = await TitleSource.live(for: account).fetch(try requests("9780306406157"))
    #expect(outcomes.first?.details?.title == "T")
  }

  @Test("of a kind that is not known says so, and which are known")
  func unknownKind() async throws {
    let source = TitleSource.live(for: Self.account(of: "newer"))
    let outcomes = await source.fetch(try requests("9780306406157", "9780765326355"))
    #expect(outcomes.count == 2)
    let reason = try #require(outcomes.first?.unconfiguredReason)
    for word in ["`newer`", "`open-library`", "`file`", "`http`"] { #expect(reason.contains(word)) }
  }

  @Test("of a kind that was added is made from the account")
  func addedKind() async throws {
    let isbn = try isbn("9780306406157")
    let kind = SourceKind("echo", "what the account says", endpoint: .nothing) { account, _ in
      var details = BookDetails()
      details.title = account.name
      return TitleSource.records([TitleRecord(isbn: isbn, details: details)])
    }
    let source = TitleSource.live(
      for: Self.account(of: "echo"), among: SourceKind.all + [kind])
    let outcomes = await source.fetch(try requests("9780306406157"))
    #expect(outcomes.first?.details?.title == "mine")
  }

  @Test("is of one of the kinds, whose names differ and stay as they are in databases")
  func kinds() {
    #expect(SourceKind.all.map(\.name.rawValue).starts(with: ["open-library", "file", "http"]))
    #expect(Set(SourceKind.all.map(\.name)).count == SourceKind.all.count)
    for kind in SourceKind.all { #expect(SourceKind.named(kind.name)?.summary == kind.summary) }
    #expect(SourceKind.named("newer")?.name == nil)
  }
}
