public import Catalogue
import Storage

/// Which books a sync asks for.
public struct SyncOptions: Hashable, Sendable {
  /// These books and no others, due or not; nil: those that are due.
  public var numbers: [BookNumber]?
  /// Every book with an ISBN, also when it was fetched lately.
  public var all = false
  /// Also failed books whose wait is not over.
  public var retriesFailed = false
  /// The age in seconds at which what was fetched is asked for again; 30 days.
  public var maxAge = Double(ClaimRequest.usualAge) / 1000
  /// How many books at the most; nil: no limit.
  public var limit: Int?
  /// How long a ticket holds in seconds unless it is renewed, as it is while its book is asked for;
  /// another run takes over what a run that stands still for longer has claimed. An hour at most.
  public var lease: Double = 120
  /// How many requests at once at the most; nil: what the source allows.
  public var jobs: Int?

  public init() {}
}
