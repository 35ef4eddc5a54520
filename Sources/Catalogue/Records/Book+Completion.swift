extension Book {
  /// The part of a book that only the answer of a title source changes, under a ticket.
  public struct Completion: Hashable, Sendable {
    @Boxed public var fetched: BookDetails
    public var syncState: SyncState
    public var syncAt: Instant?
    public var syncDetail: String?
    public var sourceKey: String?
    public var validators: String?
    public var fetchedAt: Instant?
  }

  /// What a title source has said of the book, and when.
  public var completion: Completion {
    get {
      Completion(
        fetched: fetched, syncState: syncState, syncAt: syncAt, syncDetail: syncDetail,
        sourceKey: sourceKey, validators: validators, fetchedAt: fetchedAt)
    }
    set {
      fetched = newValue.fetched
      syncState = newValue.syncState
      syncAt = newValue.syncAt
      syncDetail = newValue.syncDetail
      sourceKey = newValue.sourceKey
      validators = newValue.validators
      fetchedAt = newValue.fetchedAt
    }
  }
}
