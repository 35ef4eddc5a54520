/// Why there is nothing to undo.
public enum UndoError: Error, Hashable, Sendable {
  /// No change of the account's books is left.
  case nothing
  /// There is no change with this number.
  case notFound(Int64)
  /// The change is one of another account's books.
  case ofAnotherAccount(Int64, String)
  /// The change was taken back before, by the other one.
  case alreadyUndone(Int64, by: Int64)
  /// A part of what is known of the change is gone; see `PastChange.list`.
  case tooOld(Int64)
}

extension UndoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nothing: "there is nothing to undo"
    case .notFound(let id): "there is no change \(id)"
    case .ofAnotherAccount(let id, let name): "change \(id) belongs to the account `\(name)`"
    case .alreadyUndone(let id, let other): "change \(id) was undone by change \(other)"
    case .tooOld(let id): "change \(id) is too old: what was there before is no longer known"
    }
  }

  /// What to do about it.
  public var remedy: String {
    switch self {
    // A name has nothing in it that quotes would not hold.
    case .ofAnotherAccount(let id, let name): "`libraryctl --account \"\(name)\" undo \(id)`"
    case .nothing, .notFound, .alreadyUndone, .tooOld: "`history` lists what was done"
    }
  }
}
