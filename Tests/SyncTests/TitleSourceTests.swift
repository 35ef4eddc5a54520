import Catalogue
import Sync
import Testing

@Suite("A title source")
struct TitleSourceTests {
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
      let account = Account(
        id: AccountID(rawValue: 1), name: "mine", source: kind, epoch: Epoch(rawValue: 1),
        isCurrent: true)
      let outcomes = await TitleSource.live(for: account).fetch(try requests("9780306406157"))
      let reason = try #require(outcomes.first?.unconfiguredReason)
      #expect(reason.contains("mine"))
      #expect(reason.contains(word))
    }
  }

  @Test("of an account with a title file reads that file")
  func file() async throws {
    let file = try TemporaryFile("{\"isbn\": \"9780306406157\", \"title\": \"T\"}")
    let account = Account(
      id: AccountID(rawValue: 1), name: "mine", source: .file, endpoint: file.path,
      epoch: Epoch(rawValue: 1), isCurrent: true)
    let outcomes = await TitleSource.live(for: account).fetch(try requests("9780306406157"))
    #expect(outcomes.first?.details?.title == "T")
  }
}
