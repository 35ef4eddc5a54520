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
}
