public import Catalogue
public import Composable

/// What became of the changes of a book: the user's part and the completion are decided apart.
public struct BookVerdict: SaveVerdict, Hashable {
  /// Why what the user did was refused; nil: it is on disk, or there was nothing.
  public let change: ChangeRefusal?
  /// Why the answer of a title source was refused; nil: it is on disk, or there was none.
  public let completion: Refusal?
  /// The number that a new book was given.
  public let number: BookNumber?

  public init(
    change: ChangeRefusal? = nil, completion: Refusal? = nil, number: BookNumber? = nil
  ) {
    self.change = change
    self.completion = completion
    self.number = number
  }

  public var isRefusal: Bool { change != nil || completion != nil }
}
