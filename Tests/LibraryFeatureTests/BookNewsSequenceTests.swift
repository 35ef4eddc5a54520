import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Testing

@testable import LibraryFeature

@Suite("Waiting for news")
struct BookNewsSequenceTests {
  /// A client that answers what the test says, one after the other.
  private final class Script: Sendable {
    private let answers: Shared<[Result<BookNews, StorageError>]>
    let asked = Shared<[Int64?]>(value: [], domain: SharedDomain())

    init(_ answers: [Result<BookNews, StorageError>]) {
      self.answers = Shared(value: answers, domain: SharedDomain())
    }

    func changes(clock: any Clock<Duration>) -> BookNewsSequence {
      var client = LibraryClient.testValue
      client.look = { position in
        self.asked.withLock { $0.append(position?.entry.rawValue) }
        return try self.answers.withLock {
          $0.isEmpty ? .success(Self.news(at: 99, isEmpty: false)) : $0.removeFirst()
        }.get()
      }
      return client.changes(clock: clock)
    }

    static func news(at entry: Int64, isEmpty: Bool = false, hasMore: Bool = false) -> BookNews {
      BookNews(
        changes: isEmpty ? [] : [.deleted(BookNumber(rawValue: entry))],
        asOf: LogEntry(rawValue: entry),
        position: BookNews.Position(entry: LogEntry(rawValue: entry), hasMore: hasMore))
    }
  }

  @Test("the first look is at once, the next after a quarter of a second, and each goes on there")
  func waits() async throws {
    let script = Script([.success(Script.news(at: 1)), .success(Script.news(at: 2, isEmpty: true))])
    let clock = ImmediateClock()
    let changes = script.changes(clock: clock).makeAsyncIterator()
    var iterator = changes
    #expect(try await iterator.next()?.asOf.rawValue == 1)
    #expect(clock.now.offset == .zero)
    #expect(try await iterator.next()?.asOf.rawValue == 99)
    #expect(clock.now.offset == .milliseconds(500), "an empty look between")
    #expect(script.asked.wrappedValue == [nil, 1, 2])
  }

  @Test("what one step could not tell is asked for without waiting")
  func more() async throws {
    let script = Script([.success(Script.news(at: 1, hasMore: true)), .success(Script.news(at: 2))])
    let clock = ImmediateClock()
    var iterator = script.changes(clock: clock).makeAsyncIterator()
    _ = try await iterator.next()
    #expect(try await iterator.next()?.asOf.rawValue == 2)
    #expect(clock.now.offset == .zero)
  }

  @Test("a database that is locked is looked at again; another error ends the sequence")
  func errors() async throws {
    func error(_ kind: StorageError.Kind) -> StorageError {
      StorageError(kind, "cannot read", at: "x", because: "y", remedy: "z")
    }
    let script = Script([
      .failure(error(.locked)), .success(Script.news(at: 1)), .failure(error(.io)),
    ])
    let clock = ImmediateClock()
    var iterator = script.changes(clock: clock).makeAsyncIterator()
    #expect(try await iterator.next()?.asOf.rawValue == 1)
    #expect(clock.now.offset == .milliseconds(250))
    await #expect(throws: error(.io)) { try await iterator.next() }
  }

  @Test("cancellation ends the waiting")
  func cancellation() async {
    let script = Script([.success(Script.news(at: 1))])
    let seen = Gate()
    let task = Task {
      for try await _ in script.changes(clock: TestClock()) { await seen.wait() }
    }
    await seen.arrival()
    task.cancel()
    await seen.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(script.asked.wrappedValue == [nil])
  }
}
