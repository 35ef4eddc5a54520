import Catalogue
import LibraryFeature
import Storage

extension BookMessage {
  /// What is told of a book in a line; nil: nothing.
  var text: String? {
    switch self {
    case .notFound: "the source does not know this book"
    case .failed(let failure): "not fetched: \(failure)"
    case .refused(let refusal): "the answer came too late: \(refusal.rawValue)"
    case .noISBN: "without an ISBN nothing can be asked"
    case .notAsked(let reason): "not fetched: \(reason)"
    case .notSaved(let reason): "not saved: \(reason)"
    }
  }
}

extension SyncProgress.Stop {
  /// Why a sync has ended, in a word or two.
  var text: String {
    switch self {
    case .interrupted: "ended"
    case .accountSwitched: "account switched"
    case .unauthorised: "not authorised"
    case .offline: "out of reach"
    case .rateLimited: "asked to wait"
    case .unconfigured(let what): what
    case .storage(let failure): failure.description
    }
  }
}
