public import Catalogue

/// A place that knows titles by ISBN: a file, a public service, a server of one's own.
///
/// It is a value of closures, so that a test hands in one that answers what the test says.
public struct TitleSource: Sendable {
  /// What a source can bear; a caller that claims work in multiples of `idsPerRequest` wastes no
  /// request.
  public struct Limits: Hashable, Sendable {
    /// The most ISBNs that go into one request.
    public var idsPerRequest: Int
    /// The most requests that may be on their way at once.
    public var requestsAtOnce: Int
    /// Requests a second, over all that are on their way; `.infinity`: no limit.
    ///
    /// The source keeps to it by itself: `fetch` waits for its turn.
    public var requestsPerSecond: Double

    /// - Parameters:
    ///   - idsPerRequest: at least one.
    ///   - requestsAtOnce: at least one.
    ///   - requestsPerSecond: above zero.
    public init(idsPerRequest: Int, requestsAtOnce: Int, requestsPerSecond: Double) {
      self.idsPerRequest = max(1, idsPerRequest)
      self.requestsAtOnce = max(1, requestsAtOnce)
      self.requestsPerSecond = requestsPerSecond > 0 ? requestsPerSecond : 1
    }
  }

  /// What the source can bear, as far as it is known: a source may say more of it with an answer.
  public var limits: Limits { currentLimits() }
  private let currentLimits: @Sendable () -> Limits

  /// Asks for titles: one outcome for each request, in the order of the requests.
  ///
  /// It takes any number of requests, and sends as many as `limits.idsPerRequest` at a time. It
  /// never throws: what went wrong is the outcome of the books that it hit. When the calling task
  /// is cancelled it returns at once, and what had not been answered is `failed(.offline)`; such
  /// outcomes say nothing about the source, so ask `Task.isCancelled` before you count them.
  public let fetch: @Sendable ([TitleRequest]) async -> [TitleOutcome]

  /// What is wrong with the source itself and belongs to no book, each for a person to read; complete
  /// once the last `fetch` has returned.
  public let warnings: @Sendable () -> [String]

  /// Searches for books by title and author, best match first; nil: the source cannot be searched.
  ///
  /// Like `fetch` it keeps to the source's rate, and returns at once when the task is cancelled.
  public let candidates: Search?

  public typealias Search = @Sendable (TitleQuery) async -> Result<[TitleCandidate], TitleFailure>

  /// Makes a source of closures.
  /// - Parameters:
  ///   - limits: what the source can bear; asked for anew each time.
  ///   - fetch: answers each request, in order. An answer of another length is not trusted: all of
  ///     its requests are then `failed(.unreadable)`.
  ///   - warnings: what is wrong with the source itself.
  ///   - candidates: searches; nil: the source cannot be searched.
  public init(
    limits: @autoclosure @escaping @Sendable () -> Limits,
    fetch: @escaping @Sendable ([TitleRequest]) async -> [TitleOutcome],
    warnings: @escaping @Sendable () -> [String] = { [] }, candidates: Search? = nil
  ) {
    currentLimits = limits
    self.warnings = warnings
    self.candidates = candidates
    self.fetch = { requests in
      if requests.isEmpty { return [] }
      let outcomes = await fetch(requests)
      if outcomes.count == requests.count { return outcomes }
      let reason = "the source answered \(outcomes.count) of \(requests.count) requests"
      return requests.map { _ in .failed(.unreadable(reason)) }
    }
  }
}
