/// Why a title source gave no answer for a book. The cases are kept apart, since each has another
/// remedy.
public enum TitleFailure: Error, Hashable, Sendable {
  /// The source is out of reach: no connection, no name resolution, no file.
  case offline(String)
  /// The account lacks something that the source needs.
  case unconfigured(String)
  case unauthorised
  /// The source asks to wait; in seconds, when it says how long.
  case rateLimited(retryAfter: Double?)
  /// An HTTP status that is no answer.
  case server(status: Int)
  case timedOut
  case tooLarge
  /// A whole answer is no answer: a page, a script, cut-off data. It says nothing about the books
  /// that were asked for.
  case unreadable(String)
  /// The record of one book is not what the contract says.
  case malformed(String)
}
