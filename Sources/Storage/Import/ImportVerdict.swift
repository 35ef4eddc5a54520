public import Catalogue

/// What became of one row of an import.
public enum ImportVerdict: Hashable, Sendable {
  case added(BookNumber)
  case updated(BookNumber)
  /// The book with the row's origin key says all that the row says.
  case unchanged(BookNumber)
  /// Nothing was done; the text says why, in a sentence without a full stop.
  case skipped(String)
  /// The row cannot be stored; the text says why, in a sentence without a full stop.
  case failed(String)
}

/// What became of one row of an import, and what its user should look at.
public struct ImportOutcome: Hashable, Sendable {
  public var verdict: ImportVerdict
  /// Something that was done with doubt, in a sentence without a full stop.
  public var warning: String?

  public init(_ verdict: ImportVerdict, warning: String? = nil) {
    self.verdict = verdict
    self.warning = warning
  }
}

/// How many rows became what.
public struct ImportCounts: Hashable, Sendable {
  public private(set) var added = 0
  public private(set) var updated = 0
  public private(set) var unchanged = 0
  public private(set) var skipped = 0
  public private(set) var failed = 0

  public init() {}

  /// The sum of the counts.
  public var rows: Int { added + updated + unchanged + skipped + failed }

  public mutating func count(_ verdict: ImportVerdict) { add(1, to: verdict) }

  /// Counts a row as something else than it was counted before.
  public mutating func recount(_ old: ImportVerdict, as new: ImportVerdict) {
    add(-1, to: old)
    add(1, to: new)
  }

  private mutating func add(_ number: Int, to verdict: ImportVerdict) {
    switch verdict {
    case .added: added += number
    case .updated: updated += number
    case .unchanged: unchanged += number
    case .skipped: skipped += number
    case .failed: failed += number
    }
  }
}
