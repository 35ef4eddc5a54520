import Catalogue
import Storage

extension Book {
  /// What is known after an answer; the same that redeeming its ticket makes of the row.
  mutating func complete(_ redemption: Redemption) {
    syncAt = redemption.at
    syncDetail = nil
    switch redemption.outcome {
    case .found(let record) where record.isbn == redemption.ticket.isbn:
      fetched = fetched.patched(by: record.details)
      sourceKey = record.sourceKey
      validators = record.validators
      syncState = .fetched
      fetchedAt = redemption.at
    case .unchanged:
      syncState = .fetched
      fetchedAt = redemption.at
    case .found, .notFound:
      syncState = .notFound
    case .failed(let failure):
      syncState = .failed
      syncAt = Instant(rawValue: redemption.at.rawValue + failure.wait)
      syncDetail = failure.detail
    }
  }

  /// Whether another state of the book has the same answer of a title source.
  func hasCompletion(of other: Book) -> Bool {
    fetched == other.fetched && sourceKey == other.sourceKey && validators == other.validators
      && syncState == other.syncState && syncAt == other.syncAt && syncDetail == other.syncDetail
      && fetchedAt == other.fetchedAt
  }

  /// Takes back what a refused answer changed.
  mutating func forgetCompletion(since old: Book) {
    fetched = old.fetched
    sourceKey = old.sourceKey
    validators = old.validators
    syncState = old.syncState
    syncAt = old.syncAt
    syncDetail = old.syncDetail
    fetchedAt = old.fetchedAt
  }
}
