public import Catalogue
public import Composable

/// What became of a change to a book. What was typed and what was fetched are decided apart.
public struct BookVerdict: Hashable, Sendable, SaveVerdict {
  /// Why the change to what the user says, to the ISBN, or of the whole row was refused; nil when it
  /// was written, or there was none.
  public var refusedChange: String?
  /// Why the completion was refused; nil when it was written, or there was none.
  public var refusedCompletion: Refusal?

  /// The number that a new book was given.
  public var number: BookNumber?
  /// Whether the change was refused since the book is no longer there.
  public var isBookGone = false
  /// The last entry of the log when it was decided: a row that was read as of an earlier one does not
  /// know of the change.
  public var entry: LogEntry?

  public init(
    refusedChange: String? = nil, refusedCompletion: Refusal? = nil, isBookGone: Bool = false,
    number: BookNumber? = nil, entry: LogEntry? = nil
  ) {
    self.refusedChange = refusedChange
    self.refusedCompletion = refusedCompletion
    self.isBookGone = isBookGone
    self.number = number
    self.entry = entry
  }

  public var isRefusal: Bool { refusedChange != nil || refusedCompletion != nil }
}
