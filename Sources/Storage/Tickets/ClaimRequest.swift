public import Catalogue

/// Which books a run wants tickets for.
public struct ClaimRequest: Hashable, Sendable {
  /// The account whose books are meant.
  public var account: AccountID
  /// The epoch in which the run began; when it has ended, nothing is claimed.
  public var epoch: Epoch
  /// The moment of the claim.
  public var now: Instant
  /// How many books at most.
  public var limit: Int
  /// How many books the source takes in one request. A claim is a multiple of it where it can be.
  public var requestSize: Int
  /// How long the tickets hold when nobody renews them, in milliseconds; an hour at most.
  public var lease: Int64 = 120_000
  /// Books that the source has answered for before this moment are asked for again; nil: none are.
  public var answeredBefore: Instant?
  /// Failed ones are tried again at once, however long they should wait.
  public var retriesFailed = false
  /// These books and no others, due or not, in this order.
  public var numbers: [BookNumber]?
  /// Books that this run has had already. They are passed over, so that none is tried twice.
  public var excluding: BookNumberSet = []

  /// How old an answer may become before it is asked for again, unless somebody says otherwise, in
  /// milliseconds: 30 days.
  public static let usualAge: Int64 = 30 * 86_400_000

  public init(
    account: AccountID, epoch: Epoch, now: Instant, limit: Int, requestSize: Int = 1
  ) {
    self.account = account
    self.epoch = epoch
    self.now = now
    self.limit = limit
    self.requestSize = requestSize
  }
}
